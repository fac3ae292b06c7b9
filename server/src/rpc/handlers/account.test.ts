import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addPerson, PASSWORD } from '../../testing/add-person.ts';
import { codeOf } from '../../testing/authenticator.ts';
import { httpFixture, type HttpFixture, MAIL } from '../../testing/http-fixture.ts';
import { linkTo } from '../../testing/mailbox.ts';
import { addUser } from '../../testing/organisations.ts';
import type { TestBrowser } from '../../testing/test-browser.ts';

let fixture: HttpFixture;
let admin: TestBrowser;
beforeAll(async () => {
  fixture = await httpFixture({}, MAIL);
  admin = await fixture.signedIn();
});
afterAll(() => fixture.close());
beforeEach(() => fixture.database.query('DELETE FROM sign_in_failures'));

const person = () => addPerson(fixture);

/** Makes calls without a session, with the pre-login token that they need. */
async function outside(
  name: 'forgot-password' | 'get-password-link' | 'reset-password',
  input: Record<string, unknown>,
) {
  const browser = fixture.browser();
  browser.preLoginToken = (await browser.call('get-csrf-token-preLogin')).csrfToken ?? '';
  return browser.call(name, input);
}

test('goes through invitation, password, two-factor, recovery code, forgotten password', async () => {
  const { database } = fixture;
  const roles = (await admin.call('get-user-choices')).roles;
  const roleId = roles?.find((role) => role.name === 'Dispatcher')?.id;
  const input = { username: 'noor', displayName: 'Noor', email: 'noor@example.org', roleId, organisationId: 1 };
  const { user } = await admin.call('save-user', input);
  expect(user).toMatchObject({ state: 'invited', roleName: 'Dispatcher', twoFactor: false, lastSignInAt: null });

  const invitation = await linkTo(database, 'noor@example.org');
  const recipient = { status: 200, username: 'noor', invitation: true };
  expect(await outside('get-password-link', { token: invitation })).toEqual(recipient);
  expect(await outside('reset-password', { token: invitation, newPassword: 'first password' })).toEqual({
    status: 200,
  });
  const browser = await fixture.signedIn('noor', 'first password');
  expect((await browser.call('get-vehicle-list')).status).toBe(200);

  const { secret = '' } = await browser.call('start-two-factor', { password: 'first password' });
  const { recoveryCodes = [] } = await browser.call('confirm-two-factor', { code: codeOf(secret) });
  expect(new Set(recoveryCodes).size).toBe(10);

  const second = fixture.browser();
  const half = await second.trySignIn('noor', 'first password');
  expect(half).toEqual({ status: 200, secondFactor: expect.any(String) });
  expect((await second.call('session-check')).status).toBe(400);
  const whole = await second.call('login-second-factor', { challenge: half.secondFactor, code: recoveryCodes[3] });
  expect(whole).toMatchObject({ status: 200, user: { USERNAME: 'noor', PROFILE_ID: roleId } });
  expect((await second.call('session-check')).status).toBe(200);
  expect((await browser.call('get-profile')).profile).toMatchObject({ twoFactor: true, recoveryCodesLeft: 9 });

  expect(await outside('forgot-password', { username: 'NOOR' })).toEqual({ status: 200 });
  await outside('reset-password', {
    token: await linkTo(database, 'noor@example.org'),
    newPassword: 'second password',
  });
  for (const ended of [browser, second]) expect((await ended.call('session-check')).status).toBe(400);
  expect((await fixture.browser().trySignIn('noor', 'first password')).status).toBe(422);
  // A new password does not disable the second factor.
  expect(await fixture.browser().trySignIn('noor', 'second password')).toHaveProperty('secondFactor');
});

test('a password that is easy to guess is refused at its field, and the link of the mail stays valid', async () => {
  const { username, email, browser } = await person();
  const weak = { status: 422, fields: { newPassword: expect.stringMatching(/easy to guess/) } };
  for (const newPassword of ['qwertyuiop', 'Password2026', `${username}-${username}`, 'Milepost 2026']) {
    expect(await browser.call('change-password', { currentPassword: PASSWORD, newPassword })).toMatchObject(weak);
  }
  await outside('forgot-password', { username });
  const token = await linkTo(fixture.database, email);
  expect(await outside('reset-password', { token, newPassword: `${username}-2026` })).toMatchObject(weak);
  expect(await outside('reset-password', { token, newPassword: 'three green kites' })).toEqual({ status: 200 });
});

test('another e-mail address requires the password, and ends the links sent to the former one', async () => {
  const { id, username, email, browser } = await person();
  await outside('forgot-password', { username });
  const token = await linkTo(fixture.database, email);
  const own = { displayName: 'Me', language: 'en', timeZone: 'UTC', units: 'metric', notifications: true };
  const moved = { ...own, email: 'thief@example.org' };
  const refusal = { status: 422, fields: { password: expect.any(String) } };
  expect(await browser.call('update-profile', moved)).toMatchObject(refusal);
  expect(await browser.call('update-profile', { ...moved, password: 'not this one' })).toMatchObject(refusal);
  expect((await browser.call('update-profile', { ...own, email: email.toUpperCase() })).status).toBe(200);
  expect((await browser.call('update-profile', { ...moved, password: PASSWORD })).profile?.email).toBe(moved.email);
  const late = await outside('reset-password', { token, newPassword: 'three green kites' });
  expect(late).toMatchObject({ status: 422, fields: { token: expect.any(String) } });
  const { rows } = await fixture.database.query('SELECT title FROM notifications WHERE user_id = $1', [id]);
  expect(rows).toContainEqual({ title: 'Your e-mail address was changed' });
});

describe('a link to choose a password', () => {
  test('works once, for an hour; a newer one ends it', async () => {
    const { username, email } = await person();
    const requestLink = async () => {
      await outside('forgot-password', { username });
      return linkTo(fixture.database, email);
    };
    const older = await requestLink();
    await fixture.database.query('DELETE FROM mails');
    const token = await requestLink();
    const dead = { status: 422, fields: { token: 'This link no longer works. Request a new one.' } };
    expect(await outside('reset-password', { token: older, newPassword: 'three green kites' })).toMatchObject(dead);
    expect(await outside('get-password-link', { token: older })).toMatchObject(dead);
    expect(await outside('get-password-link', { token })).toEqual({ status: 200, username, invitation: false });
    expect(await outside('reset-password', { token, newPassword: 'three green kites' })).toEqual({ status: 200 });
    expect(await outside('reset-password', { token, newPassword: 'three green kites' })).toMatchObject(dead);
    const late = await requestLink();
    await fixture.database.query(`UPDATE password_links SET expires_at = expires_at - interval '3601 seconds'`);
    expect(await outside('reset-password', { token: late, newPassword: 'three green kites' })).toMatchObject(dead);
  });

  test('answers equally for an unknown name, and sends no mail', async () => {
    await fixture.database.query('DELETE FROM mails');
    expect(await outside('forgot-password', { username: 'nobody' })).toEqual({ status: 200 });
    const { username, email } = await person();
    expect(await outside('forgot-password', { username: email })).toEqual({ status: 200 });
    await linkTo(fixture.database, email);
    const { rows } = await fixture.database.query<{ recipient: string }>('SELECT recipient FROM mails');
    expect(rows).toEqual([{ recipient: `${username}@example.org` }]);
  });

  test('can be requested three times, then waiting begins', async () => {
    for (let i = 0; i < 3; i++) expect((await outside('forgot-password', { username: 'someone' })).status).toBe(200);
    expect((await outside('forgot-password', { username: 'someone' })).status).toBe(429);
  });

  test('does not end an invitation, whoever requests it', async () => {
    const { roles } = await admin.call('get-user-choices');
    const roleId = roles?.find((role) => role.name === 'Dispatcher')?.id;
    const input = { username: 'ines', displayName: 'Ines', email: 'ines@example.org', roleId, organisationId: 1 };
    await admin.call('save-user', input);
    const invitation = await linkTo(fixture.database, input.email);
    await outside('forgot-password', { username: 'ines' });
    let reset = invitation;
    await expect.poll(async () => (reset = await linkTo(fixture.database, input.email))).not.toBe(invitation);
    expect(await outside('reset-password', { token: invitation, newPassword: 'three green kites' })).toEqual({
      status: 200,
    });
    expect((await outside('reset-password', { token: reset, newPassword: 'other password' })).status).toBe(422);
  });

  test('reaches its owner although others took the e-mail address, or used it as a user name', async () => {
    const { email, username } = await person();
    const thief = await person();
    const own = { displayName: 'T', language: 'en', timeZone: 'UTC', units: 'metric', notifications: true };
    const taken = await thief.browser.call('update-profile', { ...own, email, password: PASSWORD });
    expect(taken.profile?.email).toBe(email);
    const grants = {};
    const other = 'namesake@example.org';
    await addUser(fixture.database, { username: email, password: PASSWORD, organisationId: 1, grants, email: other });
    await fixture.database.query('DELETE FROM mails');
    await outside('forgot-password', { username: email.toUpperCase() });
    const written = async () =>
      (await fixture.database.query('SELECT recipient, text FROM mails ORDER BY user_id')).rows;
    await expect.poll(written).toEqual([
      { recipient: email, text: expect.stringContaining(`the user name ${username}.`) },
      { recipient: email, text: expect.stringContaining(`the user name ${thief.username}.`) },
      { recipient: other, text: expect.stringContaining(`the user name ${email}.`) },
    ]);
  });

  test('is stored as a hash only, and is in no list of mails before or after its use', async () => {
    const { username, email } = await person();
    await outside('forgot-password', { username });
    const token = await linkTo(fixture.database, email);
    const { rows } = await fixture.database.query<{ text: string }>('SELECT l::text AS text FROM password_links l');
    expect(rows.map((row) => row.text).join('\n')).not.toContain(token);
    const listed = async () => (await admin.call('get-mail-list', { search: email })).rows?.[0];
    expect(await listed()).toMatchObject({
      state: 'waiting',
      text: expect.stringContaining('in the mail itself only'),
    });
    expect(JSON.stringify(await listed())).not.toContain(token);
    await outside('reset-password', { token, newPassword: 'three green kites' });
    // The link is no longer needed.
    expect(await listed()).toMatchObject({ state: 'failed', fault: { code: 'mail-link-over' } });
  });
});

describe('the own account', () => {
  test('changes its password with the present one; the other sessions end, this one stays', async () => {
    const { browser, username, id } = await person();
    const elsewhere = await fixture.signedIn(username, PASSWORD);
    const wrong = { currentPassword: 'wrong', newPassword: 'three green kites' };
    expect(await browser.call('change-password', wrong)).toMatchObject({
      status: 422,
      fields: { currentPassword: 'The password is wrong.' },
    });
    await browser.call('change-password', { currentPassword: PASSWORD, newPassword: 'three green kites' });
    expect((await browser.call('session-check')).status).toBe(200);
    expect((await elsewhere.call('session-check')).status).toBe(400);
    expect((await fixture.browser().trySignIn(username, 'three green kites')).status).toBe(200);
    const news = await browser.call('get-notification-list');
    expect(news).toMatchObject({ unread: 1, rows: [{ kind: 'account', title: 'Your password was changed' }] });
    expect(fixture.events.at(-1)).toEqual({ name: 'notified', event: { userId: id, unread: 1 } });
    await browser.call('read-notification', { id: news.rows?.[0]?.id });
    expect(await browser.call('get-notification-list', { unreadOnly: true })).toMatchObject({ unread: 0, rows: [] });
  });

  test('reads notifications of any age page by page, with the number of all of them', async () => {
    const { browser, id } = await person();
    await fixture.database.query(
      `INSERT INTO notifications (user_id, kind, title, text, path, read_at)
       SELECT $1, 'system', 'News ' || n, '', '', CASE WHEN n <= 100 THEN now() END FROM generate_series(1, 120) n ORDER BY n`,
      [id],
    );
    const titles: string[] = [];
    const pages: unknown[] = [];
    for (let before: number | undefined, more = true; more;) {
      const { rows = [], ...page } = await browser.call('get-notification-list', { before });
      titles.push(...rows.map(({ title }) => title));
      pages.push([rows.length, page.more, page.total, page.unread]);
      before = rows.at(-1)?.id;
      more = page.more === true;
    }
    expect(pages).toEqual([
      [50, true, 120, 20],
      [50, true, 120, 20],
      [20, false, 120, 20],
    ]);
    expect(titles).toEqual(Array.from({ length: 120 }, (_, index) => `News ${120 - index}`));
    expect(await browser.call('get-notification-list', { unreadOnly: true })).toMatchObject({ total: 20, more: false });
  });

  test("stores the person's settings, and the shell gets them in one call", async () => {
    const { browser } = await person();
    const photo = 'data:image/png;base64,iVBORw0KGgo=';
    const set = {
      displayName: 'Ana María',
      email: 'ana@example.org',
      phone: '+598 99 123 456',
      photo,
      language: 'ar',
      timeZone: 'Asia/Kolkata',
      units: 'imperial',
      notifications: false,
    };
    const { profile: stored } = await browser.call('update-profile', { ...set, password: PASSWORD });
    expect(stored).toMatchObject(set);
    const { profile, mailConfigured } = await browser.call('get-setup');
    expect(profile).toMatchObject({
      displayName: 'Ana María',
      photo,
      language: 'ar',
      timeZone: 'Asia/Kolkata',
      organisationTimeZone: 'UTC',
      units: 'imperial',
      notifications: false,
    });
    expect(mailConfigured).toBe(true);
    expect(await browser.call('get-notification-show-permission')).toEqual({ status: 200, p_status: 0 });
  });

  // The runtime accepts each of these, and would cache each as a separate zone.
  test.each(['europe/berlin', '+05:30', '-2359'])('refuses the time zone %s', async (timeZone) => {
    const { browser } = await person();
    const set = { displayName: 'Ana', language: 'en', units: 'metric', notifications: true };
    const answer = await browser.call('update-profile', { ...set, timeZone });
    expect(answer).toMatchObject({ status: 422, fields: { timeZone: 'Choose a time zone.' } });
  });

  test('lists its sessions and ends them, others cannot', async () => {
    const { browser, username } = await person();
    const elsewhere = await fixture.signedIn(username, PASSWORD);
    const { rows = [] } = await browser.call('get-own-sessions');
    expect(rows.filter((row) => row.current)).toHaveLength(1);
    const other = rows.find((row) => !row.current)?.id;
    const outsider = await person();
    expect(await outsider.browser.call('end-own-session', { id: other })).toEqual({ status: 200, ended: 0 });
    expect(await browser.call('end-own-session', { id: other })).toEqual({ status: 200, ended: 1 });
    expect((await elsewhere.call('session-check')).status).toBe(400);
    await fixture.signedIn(username, PASSWORD);
    await fixture.signedIn(username, PASSWORD);
    expect(await browser.call('end-own-session')).toEqual({ status: 200, ended: 2 });
    expect((await browser.call('get-own-sessions')).rows).toHaveLength(1);
  });

  test('is notified of a sign-in from a new network, not from a known one', async () => {
    const { browser, username } = await person();
    const titles = async () => (await browser.call('get-notification-list')).rows?.map((row) => row.title);
    await fixture.browser().trySignIn(username, PASSWORD);
    expect(await titles()).toEqual([]);
    await fixture.browser().trySignIn(username, PASSWORD, { remoteAddress: '203.0.113.77' });
    await fixture.browser().trySignIn(username, PASSWORD, { remoteAddress: '203.0.113.77' });
    expect(await titles()).toEqual(['Sign-in from a new address']);
  });
});

describe('signing in while signed in (the second variant of login)', () => {
  test("accepts the session's token, signs in again and ends the old session", async () => {
    const { browser, username } = await person();
    const old = browser.cookies.get('milepost_session');
    const headers = browser.headers('session');
    const body = { route: 'login', username, password: PASSWORD };
    const answer = (await browser.post({ body, headers })).json();
    expect(answer).toMatchObject({ status: 200, user: { USERNAME: username } });
    expect(browser.cookies.get('milepost_session')).not.toBe(old);
    browser.csrfToken = (await browser.call('get-csrf-token')).csrfToken ?? '';
    expect((await browser.call('get-profile')).status).toBe(200);
    const { rows } = await browser.call('get-own-sessions');
    expect(rows).toHaveLength(1);
  });

  test('refuses the token of another session, or of an ended one', async () => {
    const { browser, username } = await person();
    const other = await person();
    const body = { route: 'login', username, password: PASSWORD };
    const foreign = { ...browser.headers('session'), 'x-csrftoken': other.browser.csrfToken };
    expect((await browser.post({ body, headers: foreign })).json().status).toBe(403);
    const headers = browser.headers('session');
    await fixture.database.query('UPDATE login_sessions SET ended_at = now() WHERE user_id = $1', [other.id]);
    const ended = other.browser.headers('session');
    expect((await other.browser.post({ body, headers: ended })).json().status).toBe(403);
    expect((await browser.post({ body, headers })).json().status).toBe(200);
  });
});
