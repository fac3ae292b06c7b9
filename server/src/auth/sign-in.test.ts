import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ADMIN_PASSWORD, httpFixture, type HttpFixture } from '../testing/http-fixture.ts';
import { addUser } from '../testing/organisations.ts';
import { tidySessions } from './sessions.ts';
import { followClockStep } from '../store/people/clock-steps.ts';

let fixture: HttpFixture;
beforeAll(async () => {
  fixture = await httpFixture();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  await fixture.database.query('DELETE FROM sign_in_failures');
  fixture.events.length = 0;
});

const WRONG = { status: 422, message: 'User name or password is wrong.' };
const tryIn = (username: string, password: string, remoteAddress = '192.0.2.1') =>
  fixture.browser().trySignIn(username, password, { remoteAddress });
/** Moves counted failures back in time. */
const wait = (seconds: number) =>
  fixture.database.query('UPDATE sign_in_failures SET last_at = last_at - make_interval(secs => $1)', [seconds]);

describe('signing in', () => {
  test('returns the values that the browser stores, by the keys of the specification', async () => {
    const { user, status } = await tryIn(' ADMIN ', ADMIN_PASSWORD);
    expect(status).toBe(200);
    expect(user).toEqual({
      USER_TYPE: 'admin',
      USERNAME: 'admin',
      PROFILE_ID: 1,
      DISPLAY_NAME: 'Administrator',
      ORGANISATION: 'Milepost',
    });
  });

  test('gives the same answer whichever part is wrong', async () => {
    expect(await tryIn('admin', 'wrong')).toMatchObject(WRONG);
    expect(await tryIn('nobody', ADMIN_PASSWORD)).toMatchObject(WRONG);
  });

  test('fails for a disabled user, and the open session ends', async () => {
    await addUser(fixture.database, { username: 'leaver', password: 'pass-word', organisationId: 1, grants: {} });
    const browser = await fixture.signedIn('leaver', 'pass-word');
    await fixture.database.query(`UPDATE users SET disabled_at = now() WHERE username = 'leaver'`);
    expect((await browser.call('session-check')).status).toBe(400);
    expect(await tryIn('leaver', 'pass-word')).toMatchObject(WRONG);
  });
});

const fail = async (times: number, username = 'admin', address = '192.0.2.1') => {
  for (let i = 0; i < times; i++) expect(await tryIn(username, `wrong ${i}`, address)).toMatchObject(WRONG);
};

describe('after five wrong passwords', () => {
  test('the sixth waits 2 s, the next 4 s, then 8 s; the right password waits too', async () => {
    await fail(5);
    expect(await tryIn('admin', ADMIN_PASSWORD)).toMatchObject({ status: 429, retryAfterS: 2 });
    await wait(2);
    await fail(1);
    expect(await tryIn('admin', ADMIN_PASSWORD)).toMatchObject({ status: 429, retryAfterS: 4 });
    await wait(4);
    await fail(1);
    expect(await tryIn('Admin', 'wrong')).toMatchObject({ status: 429, retryAfterS: 8 });
    await wait(8);
    expect((await tryIn('admin', ADMIN_PASSWORD)).status).toBe(200);
  });

  test('unknown clients wait together; a person who signed in from their network before is not locked out by them', async () => {
    await addUser(fixture.database, { username: 'target', password: 'pass-word', organisationId: 1, grants: {} });
    await fail(3, 'target', '203.0.113.1');
    await fail(2, 'target', '203.0.113.2');
    expect(await tryIn('target', 'pass-word', '198.51.100.7')).toMatchObject({ status: 429, retryAfterS: 2 });
    await wait(2);
    expect((await tryIn('target', 'pass-word', '198.51.100.7')).status).toBe(200);
    await fail(5, 'target', '203.0.113.3');
    expect((await tryIn('target', 'pass-word', '203.0.113.4')).status).toBe(429);
    expect((await tryIn('target', 'pass-word', '198.51.100.7')).status).toBe(200);
    // Checks that success does not give the attackers another five attempts.
    expect((await tryIn('target', 'pass-word', '203.0.113.4')).status).toBe(429);
    // The owner's own network also has five attempts, and no more.
    await fail(5, 'target', '198.51.100.7');
    expect((await tryIn('target', 'pass-word', '198.51.100.7')).status).toBe(429);
  });

  test('the wait grows to 300 s and no further', async () => {
    await fail(1);
    await fixture.database.query('UPDATE sign_in_failures SET failures = 40');
    expect(await tryIn('admin', 'wrong')).toMatchObject({ status: 429, retryAfterS: 300 });
  });

  test('attempts while waiting are not counted', async () => {
    await fail(5);
    for (let i = 0; i < 4; i++) expect((await tryIn('admin', 'wrong')).retryAfterS).toBe(2);
  });

  test('an unknown name is slowed down equally', async () => {
    await fail(5, 'nobody');
    expect(await tryIn('nobody', 'wrong')).toMatchObject({ status: 429, retryAfterS: 2 });
  });

  test('others can still sign in', async () => {
    await fail(5, 'nobody');
    expect((await tryIn('admin', ADMIN_PASSWORD)).status).toBe(200);
  });

  test('success and fifteen quiet minutes both reset the count', async () => {
    await fail(4);
    expect((await tryIn('admin', ADMIN_PASSWORD)).status).toBe(200);
    await fail(5);
    await wait(15 * 60 + 1);
    await fail(5);
  });

  test('a clock that was set back by a day locks nobody out', async () => {
    await fail(1);
    await wait(-86_400);
    expect((await tryIn('admin', ADMIN_PASSWORD)).status).toBe(200);
    await fail(5);
    await wait(-86_400);
    // After one more attempt, counting continues where it was.
    await fail(1);
    expect(await tryIn('admin', ADMIN_PASSWORD)).toMatchObject({ status: 429, retryAfterS: 4 });
  });

  test('concurrent attempts do not bypass it', async () => {
    const answers = await Promise.all(Array.from({ length: 15 }, () => tryIn('admin', 'wrong')));
    expect(answers.filter((answer) => answer.status === 422)).toHaveLength(5);
    expect(answers.filter((answer) => answer.status === 429)).toHaveLength(10);
  });
});

const spray = async (count: number, address: (i: number) => string) => {
  const answers = [];
  for (let i = 0; i < count; i++) answers.push((await tryIn(`name${i}`, 'wrong', address(i))).status);
  return answers;
};

describe('one address that tries many names', () => {
  test('is slowed down after twenty', async () => {
    const answers = await spray(21, () => '203.0.113.5');
    expect(answers.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 422));
    expect(answers[20]).toBe(429);
    expect((await tryIn('admin', ADMIN_PASSWORD, '203.0.113.6')).status).toBe(200);
  });

  test('with IPv6 counts as its /64', async () => {
    const answers = await spray(21, (i) => `2001:db8:1:2::${(i + 1).toString(16)}`);
    expect(answers[20]).toBe(429);
    expect((await tryIn('admin', ADMIN_PASSWORD, '2001:db8:1:3::1')).status).toBe(200);
  });
});

describe('behind one address for everybody, as with an untrusted proxy', () => {
  const here = { remoteAddress: '172.18.0.2' };

  test('a person who signed in with a browser before is not locked out by the wrong passwords of others', async () => {
    const own = fixture.browser();
    expect((await own.trySignIn('admin', ADMIN_PASSWORD, here)).status).toBe(200);
    for (let i = 0; i < 20; i++) expect((await tryIn(`name${i}`, 'wrong', here.remoteAddress)).status).toBe(422);
    expect((await tryIn('admin', ADMIN_PASSWORD, here.remoteAddress)).status).toBe(429);
    expect((await own.trySignIn('admin', ADMIN_PASSWORD, here)).status).toBe(200);
    await own.call('logout');
    expect((await own.trySignIn('admin', ADMIN_PASSWORD, here)).status).toBe(200);
  });

  test('nor by wrong passwords for the own name, from the same address', async () => {
    const own = fixture.browser();
    await own.trySignIn('admin', ADMIN_PASSWORD, here);
    await fail(5, 'admin', here.remoteAddress);
    expect((await tryIn('admin', ADMIN_PASSWORD, here.remoteAddress)).status).toBe(429);
    expect((await own.trySignIn('admin', ADMIN_PASSWORD, here)).status).toBe(200);
  });

  test('a browser that signed in before has five attempts of its own, only for that name', async () => {
    await addUser(fixture.database, { username: 'second', password: 'pass-word', organisationId: 1, grants: {} });
    const own = fixture.browser();
    await own.trySignIn('admin', ADMIN_PASSWORD, here);
    for (let i = 0; i < 5; i++) expect((await own.trySignIn('admin', 'wrong', here)).status).toBe(422);
    expect(await own.trySignIn('admin', ADMIN_PASSWORD, here)).toMatchObject({ status: 429, retryAfterS: 2 });
    for (let i = 0; i < 5; i++) await own.trySignIn('second', 'wrong', here);
    expect((await own.trySignIn('second', 'pass-word', here)).status).toBe(429);
  });

  test('a signed-in person still changes and confirms the password', async () => {
    await addUser(fixture.database, { username: 'inside', password: 'pass-word', organisationId: 1, grants: {} });
    const own = fixture.browser();
    await own.trySignIn('inside', 'pass-word', here);
    await own.call('get-csrf-token', {}, here);
    own.csrfToken = (await own.call('get-csrf-token', {}, here)).csrfToken ?? '';
    await spray(21, () => here.remoteAddress);
    const change = { currentPassword: 'pass-word', newPassword: 'another pass-word' };
    expect((await own.call('change-password', change, here)).status).toBe(200);
  });
});

const age = (interval: string) =>
  fixture.database.query(
    `UPDATE login_sessions SET last_seen_at = last_seen_at - $1::interval, expires_at = expires_at - $1::interval`,
    [interval],
  );

describe('a session', () => {
  test('is stored as a hash only', async () => {
    const browser = await fixture.signedIn();
    const token = browser.cookies.get('milepost_session') ?? '';
    const { rows } = await fixture.database.query<{ text: string }>('SELECT s::text AS text FROM login_sessions s');
    expect(rows.length).toBeGreaterThan(0);
    for (const { text } of rows) {
      expect(text).not.toContain(token);
      expect(text).not.toContain(Buffer.from(token).toString('hex'));
    }
  });

  test('is a new one at each sign-in, and the previous one ends', async () => {
    const browser = await fixture.signedIn();
    const former = browser.cookies.get('milepost_session') ?? '';
    await browser.signIn('admin', ADMIN_PASSWORD);
    expect(browser.cookies.get('milepost_session')).not.toBe(former);
    expect(fixture.events.map((event) => event.name)).toEqual(['session-ended']);
    const thief = fixture.browser();
    thief.cookies.set('milepost_session', former);
    expect((await thief.call('session-check')).status).toBe(400);
  });

  test('ends after 12 idle hours; use within them extends it', async () => {
    const browser = await fixture.signedIn();
    await age('11 hours 59 minutes');
    expect((await browser.call('session-check')).status).toBe(200);
    await age('11 hours 59 minutes');
    expect((await browser.call('session-check')).status).toBe(200);
    await age('12 hours 1 minute');
    expect((await browser.call('session-check')).status).toBe(400);
  });

  test('ends after 30 days however much it is used', async () => {
    const browser = await fixture.signedIn();
    await fixture.database.query(`UPDATE login_sessions SET expires_at = expires_at - interval '30 days'`);
    expect((await browser.call('session-check')).status).toBe(400);
  });

  test('stores its last use at most once a minute', async () => {
    const browser = await fixture.signedIn();
    const seen = async () => {
      const { rows } = await fixture.database.query('SELECT max(last_seen_at)::text AS at FROM login_sessions');
      return JSON.stringify(rows);
    };
    const before = await seen();
    await browser.call('session-check');
    expect(await seen()).toBe(before);
    await fixture.database.query(`UPDATE login_sessions SET last_seen_at = last_seen_at - interval '61 seconds'`);
    await browser.call('session-check');
    expect((await seen()) > before).toBe(true);
  });

  test('continues when the clock of the machine was set two days ahead; one that nobody used meanwhile ends', async () => {
    await fixture.database.query('DELETE FROM login_sessions');
    const browser = await fixture.signedIn();
    const signedInAfter = async (steadyMs: number) => {
      // The test database has the right time. A monotonic clock that stood still is equivalent to a step of the
      // database's clock.
      await followClockStep(fixture.database, performance.now() + steadyMs);
      await age('48 hours');
      return (await browser.call('session-check')).status === 200;
    };
    expect(await signedInAfter(48 * 3_600_000)).toBe(true);
    expect(await signedInAfter(0)).toBe(false);
  });

  test('that ends by signing out closes its sockets', async () => {
    const browser = await fixture.signedIn();
    await browser.call('logout');
    expect(fixture.events).toEqual([{ name: 'session-ended', event: { sessionId: expect.any(Number) } }]);
  });

  test('that expired closes its sockets at the next clean-up, once', async () => {
    await fixture.database.query('DELETE FROM login_sessions');
    await fixture.signedIn();
    await age('13 hours');
    await tidySessions(fixture.database, fixture.services.bus);
    await tidySessions(fixture.database, fixture.services.bus);
    expect(fixture.events).toHaveLength(1);
  });
});
