import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { httpFixture, type HttpFixture } from '../../testing/http-fixture.ts';
import { addUser } from '../../testing/organisations.ts';
import type { TestBrowser } from '../../testing/test-browser.ts';

/** Without a mail server, so that mails stay in the outbox. */
let fixture: HttpFixture;
let admin: TestBrowser;
const PASSWORD = 'a password of mine';
let ana: number;
beforeAll(async () => {
  fixture = await httpFixture();
  admin = await fixture.signedIn();
  const user = { password: PASSWORD, organisationId: 1, email: 'ana@example.org' };
  ana = await addUser(fixture.database, { ...user, username: 'ana', grants: { vehicles: ['view'] } });
});
afterAll(() => fixture.close());

const input = (username: string) => ({
  username,
  displayName: username,
  email: `${username}@example.org`,
  roleId: 2,
  organisationId: 1,
});
const mails = async () => JSON.stringify(await admin.call('get-mail-list'));
const stored = async () => JSON.stringify((await fixture.database.query('SELECT * FROM mails')).rows);

test('the link of an invitation is shown once, to a person who may edit users', async () => {
  const { link } = await admin.call('save-user', input('noor'));
  expect(link).toMatch(/^http:\/\/localhost.*\/authentication\/reset-password#token=[\w-]{43}$/);
  expect(await mails()).not.toContain('#token=');
  expect(await stored()).not.toContain('#token=');

  const grants = { users: ['view', 'create'] as const, 'live-map': ['view', 'create'] as const };
  const creator = { username: 'creator', password: PASSWORD, organisationId: 1, priority: 2, grants };
  await addUser(fixture.database, creator);
  const { role } = await admin.call('save-role', { name: 'Plain', priority: 90, grants: [] });
  const browser = await fixture.signedIn('creator', PASSWORD);
  const made = await browser.call('save-user', { ...input('liv'), roleId: role?.id });
  expect(made).toMatchObject({ status: 200, link: null });
  const { token } = await admin.call('create-api-token', { name: 'Script', readOnly: false });
  const headers = { authorization: `Bearer ${token}` };
  const body = { route: 'save-user', ...input('max') };
  const answer = (await fixture.browser().post({ body, headers })).json();
  expect(answer).toMatchObject({ status: 200, link: null });
});

const at = (host: string, origin?: string) => ({ ...admin.headers('session'), host, origin: origin ?? '' });
const save = async (username: string, headers: Record<string, string>) =>
  (await admin.post({ body: { route: 'save-user', ...input(username) }, headers })).json();
const canInvite = async (headers: Record<string, string>) =>
  (await admin.post({ body: { route: 'get-setup' }, headers })).json().canInvite;

test("at another address than this machine the link uses the browser's address; when none can be made, nobody is added", async () => {
  const { link, status } = await save('ida', at('fleet.example:8080', 'http://fleet.example:8080'));
  expect([status, link]).toEqual([
    200,
    expect.stringMatching(/^http:\/\/fleet\.example:8080\/authentication\/reset-password#/),
  ]);
  const { origin: _, ...script } = at('fleet.example:8080');
  expect(await save('ole', script)).toMatchObject({ status: 409, code: 'no-base' });
  expect([await canInvite(script), await canInvite(at('a.example', 'https://a.example'))]).toEqual([false, true]);
  // A link in a mail uses only the address that the operator configured.
  fixture.services.config.mailConfigured = true;
  const mailed = await save('ole', at('fleet.example:8080', 'http://fleet.example:8080'));
  fixture.services.config.mailConfigured = false;
  expect(mailed).toMatchObject({ status: 409, code: 'no-base' });
  const { rows } = await fixture.database.query("SELECT FROM users WHERE username = 'ole'");
  expect(rows).toEqual([]);
});

test('a password requested without a session creates no link, and ends nothing', async () => {
  const browser = fixture.browser();
  browser.preLoginToken = (await browser.call('get-csrf-token-preLogin')).csrfToken ?? '';
  await browser.call('forgot-password', { username: 'ana' });
  await expect.poll(stored).toContain('ana@example.org');
  expect(await stored()).not.toContain('#token=');
  const { rows } = await fixture.database.query('SELECT FROM password_links WHERE user_id = $1', [ana]);
  expect(rows).toEqual([]);
  expect((await fixture.browser().trySignIn('ana', PASSWORD)).status).toBe(200);
});

test('help with a password ends the present one, so that nobody takes over an account unnoticed', async () => {
  const browser = await fixture.signedIn('ana', PASSWORD);
  const { link } = await admin.call('send-password-link', { id: ana });
  expect((await browser.call('session-check')).status).toBe(400);
  expect((await fixture.browser().trySignIn('ana', PASSWORD)).status).toBe(422);
  const outside = fixture.browser();
  outside.preLoginToken = (await outside.call('get-csrf-token-preLogin')).csrfToken ?? '';
  const token = link?.split('#token=')[1];
  expect((await outside.call('reset-password', { token, newPassword: 'another one' })).status).toBe(200);
  expect(await mails()).not.toContain('#token=');
});

test('a link that was shown to a person ends when that person is dismissed or moved', async () => {
  const grants = { users: ['view', 'create', 'edit'] as const };
  const ends: [string, (id: number) => Promise<{ status: number }>][] = [
    ['gone', (id) => admin.call('set-user-disabled', { id, disabled: true })],
    ['moved', (id) => admin.call('save-user', { ...input('moved'), id, roleId: 3 })],
    ['stays', (id) => admin.call('force-sign-out', { id })],
  ];
  for (const [username, end] of ends) {
    const maker = { username, password: PASSWORD, organisationId: 1, priority: 2, grants };
    const id = await addUser(fixture.database, maker);
    const { role } = await admin.call('save-role', { name: `Plain for ${username}`, priority: 90, grants: [] });
    const browser = await fixture.signedIn(username, PASSWORD);
    const { link } = await browser.call('save-user', { ...input(`by-${username}`), roleId: role?.id });
    const token = link?.split('#token=')[1];
    expect((await end(id)).status).toBe(200);
    const outside = fixture.browser();
    outside.preLoginToken = (await outside.call('get-csrf-token-preLogin')).csrfToken ?? '';
    const { status } = await outside.call('reset-password', { token, newPassword: 'another one' });
    expect(status, username).toBe(username === 'stays' ? 200 : 422);
  }
});

test('mails of a former version lose their links, except those that still wait', async () => {
  const { database } = fixture;
  const link = 'https://fleet.example.org/authentication/reset-password#token=abc_-123';
  for (const state of ['held', 'failed', 'waiting', 'sent']) {
    await database.query(
      `INSERT INTO mails (organisation_id, recipient, subject, text, secret, state)
       VALUES (1, 'old@example.org', 'Old', $1, $2, $3)`,
      [`Here:\n\n${link}\n\nBye.`, state === 'sent' ? null : link, state],
    );
  }
  const file = new URL('../../store/migrations/016_mail_links.sql', import.meta.url);
  await database.query(await readFile(file, 'utf8'));
  const { rows } = await database.query(`SELECT state, text, secret FROM mails WHERE recipient = 'old@example.org'`);
  expect(rows).toHaveLength(4);
  for (const row of rows) {
    expect(row['text']).toBe('Here:\n\n(the link is in the mail itself only)\n\nBye.');
    expect(row['secret']).toBe(row['state'] === 'waiting' ? link : null);
  }
});
