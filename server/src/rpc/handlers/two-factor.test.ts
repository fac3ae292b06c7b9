import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addPerson, PASSWORD } from '../../testing/add-person.ts';
import { codeOf, roomInStep } from '../../testing/authenticator.ts';
import { httpFixture, type HttpFixture } from '../../testing/http-fixture.ts';
import type { TestBrowser } from '../../testing/test-browser.ts';

let fixture: HttpFixture;
let admin: TestBrowser;
beforeAll(async () => {
  fixture = await httpFixture();
  admin = await fixture.signedIn();
});
afterAll(() => fixture.close());
beforeEach(() => fixture.database.query('DELETE FROM sign_in_failures'));

const person = () => addPerson(fixture);

async function withTwoFactor() {
  const one = await person();
  const { secret = '' } = await one.browser.call('start-two-factor', { password: PASSWORD });
  await roomInStep();
  const { recoveryCodes = [] } = await one.browser.call('confirm-two-factor', { code: codeOf(secret, -1) });
  return { ...one, secret, recoveryCodes };
}

const signIns = async (username: string) => {
  const { rows } = await admin.call('get-sign-in-list', { search: username, direction: 'asc' });
  return rows?.map((row) => row.result);
};

const half = async (username: string) => {
  const browser = fixture.browser();
  const { secondFactor: challenge } = await browser.trySignIn(username, PASSWORD);
  return { browser, enter: (code: string) => browser.call('login-second-factor', { challenge, code }), challenge };
};

describe('two-factor sign-in', () => {
  test('accepts a code once, and not the one before it either', async () => {
    const { username, secret } = await withTwoFactor();
    const code = codeOf(secret);
    expect((await (await half(username)).enter(code)).status).toBe(200);
    const second = await half(username);
    const refusal = { status: 422, fields: { code: 'The code is wrong or was used.' } };
    expect(await second.enter(code)).toMatchObject(refusal);
    expect(await second.enter(codeOf(secret, -1))).toMatchObject(refusal);
    expect(await second.enter(codeOf(secret, 1))).toMatchObject({ status: 200 });
    expect(await signIns(username)).toEqual(['success', 'success', 'wrong-code', 'wrong-code', 'success']);
  });

  test('accepts a recovery code once, however it is typed', async () => {
    const { username, recoveryCodes } = await withTwoFactor();
    const [code = ''] = recoveryCodes;
    expect((await (await half(username)).enter(` ${code.toUpperCase().replaceAll('-', ' ')}`)).status).toBe(200);
    expect((await (await half(username)).enter(code)).status).toBe(422);
  });

  test('binds the second step to the browser of the first, for five minutes, once', async () => {
    const { username, secret } = await withTwoFactor();
    const first = await half(username);
    const thief = fixture.browser();
    thief.preLoginToken = (await thief.call('get-csrf-token-preLogin')).csrfToken ?? '';
    const stolen = { challenge: first.challenge, code: codeOf(secret) };
    expect((await thief.call('login-second-factor', stolen)).message).toMatch(/took too long/);
    await fixture.database.query(`UPDATE sign_in_challenges SET expires_at = expires_at - interval '301 seconds'`);
    expect((await first.enter(codeOf(secret))).message).toMatch(/took too long/);
    const next = await half(username);
    expect((await next.enter(codeOf(secret))).status).toBe(200);
  });

  test('slows down a client that guesses codes, right ones too', async () => {
    const { username, secret } = await withTwoFactor();
    const { enter } = await half(username);
    const wrong = codeOf(secret) === '000000' ? '000001' : '000000';
    for (let i = 0; i < 5; i++) expect((await enter(wrong)).status).toBe(422);
    expect(await enter(codeOf(secret))).toMatchObject({ status: 429, retryAfterS: 2 });
    expect((await signIns(username))?.at(-1)).toBe('locked');
  });

  test('is turned on only by a right code, and off only by the password', async () => {
    const { browser, username } = await person();
    expect(await browser.call('start-two-factor', { password: 'wrong' })).toMatchObject({
      status: 422,
      fields: { password: 'The password is wrong.' },
    });
    const { secret = '', uri } = await browser.call('start-two-factor', { password: PASSWORD });
    expect(uri).toContain(`secret=${secret}`);
    expect((await browser.call('confirm-two-factor', { code: codeOf(secret, 9) })).status).toBe(422);
    expect((await fixture.browser().trySignIn(username, PASSWORD)).user?.USERNAME).toBe(username);
    await browser.call('confirm-two-factor', { code: codeOf(secret) });
    expect((await browser.call('start-two-factor', { password: PASSWORD })).status).toBe(409);
    expect((await browser.call('stop-two-factor', { password: 'wrong' })).status).toBe(422);
    expect((await browser.call('get-profile')).profile?.twoFactor).toBe(true);
    expect((await browser.call('stop-two-factor', { password: PASSWORD })).status).toBe(200);
    expect((await browser.call('get-profile')).profile).toMatchObject({ twoFactor: false, recoveryCodesLeft: 0 });
  });

  test('ends the old recovery codes with new ones', async () => {
    const { browser, username, recoveryCodes } = await withTwoFactor();
    const made = await browser.call('new-recovery-codes', { password: PASSWORD });
    expect((await (await half(username)).enter(recoveryCodes[0] ?? '')).status).toBe(422);
    expect((await (await half(username)).enter(made.recoveryCodes?.[0] ?? '')).status).toBe(200);
  });

  test('stores neither secret nor codes readably in the database', async () => {
    const { id, secret, recoveryCodes } = await withTwoFactor();
    const { rows } = await fixture.database.query<{ text: string }>(
      `SELECT t::text AS text FROM two_factor t WHERE user_id = $1
       UNION ALL SELECT c::text FROM recovery_codes c WHERE user_id = $1`,
      [id],
    );
    const stored = rows.map((row) => row.text).join('\n');
    expect(rows).toHaveLength(11);
    for (const plain of [secret, ...recoveryCodes]) {
      expect(stored).not.toContain(plain);
      expect(stored).not.toContain(Buffer.from(plain).toString('hex'));
    }
  });
});
