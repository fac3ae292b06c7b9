import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ADMINISTRATOR } from '../../store/roles/basic-roles.ts';
import { httpFixture, type HttpFixture, MAIL } from '../../testing/http-fixture.ts';
import { linkTo } from '../../testing/mailbox.ts';
import { addUser } from '../../testing/organisations.ts';
import type { TestBrowser } from '../../testing/test-browser.ts';
import { createECDH } from 'node:crypto';

const PASSWORD = 'a password of mine';
const NEW = 'three green kites';
const HERE = 'https://push.example.org/here';

let fixture: HttpFixture;
let admin: TestBrowser;
beforeAll(async () => {
  fixture = await httpFixture({}, { ...MAIL, publicUrl: 'https://fleet.example.org' });
  admin = await fixture.signedIn();
});
afterAll(() => fixture.close());
beforeEach(() => fixture.database.query('DELETE FROM sign_in_failures'));

let count = 0;
/** A person with everything that remains valid without a password. */
async function withAccess() {
  const username = `maker${++count}`;
  const email = `${username}@example.org`;
  const { database } = fixture;
  const id = await addUser(database, {
    username,
    password: PASSWORD,
    organisationId: 1,
    grants: ADMINISTRATOR.grants,
    email,
  });
  const browser = await fixture.signedIn(username, PASSWORD);
  const { vehicle } = await browser.call('save-vehicle', { registration: `SBA ${count}` });
  const { token: api = '' } = await browser.call('create-api-token', { name: 'Wall', readOnly: true });
  const { token: calendar } = await browser.call('make-calendar-feed', { kinds: ['task'] });
  const { token: share } = await browser.call('create-share', { vehicleId: vehicle?.id });
  const p256dh = createECDH('prime256v1').generateKeys('base64url');
  const auth = Buffer.alloc(16, 1).toString('base64url');
  for (const endpoint of [`${HERE}${count}`, `https://push.example.org/there${count}`]) {
    await browser.call('save-push-browser', { endpoint, p256dh, auth });
  }
  const alive = async () => {
    const headers = { authorization: `Bearer ${api}` };
    return {
      api: (await fixture.browser().post({ body: { route: 'get-vehicle-list' }, headers })).json().status,
      calendar: (await fixture.app.inject({ url: `/calendar/${calendar}.ics`, headers: { host: 'fleet.example.org' } }))
        .statusCode,
      share: (await fixture.browser().call('get-shared-vehicle', { token: share })).ended ?? 'open',
      push: (
        await database.query<{ endpoint: string }>(
          'SELECT endpoint FROM push_browsers WHERE user_id = $1 ORDER BY id',
          [id],
        )
      ).rows.map(({ endpoint }) => endpoint.replace(/^.*\/(\w+?)\d+$/, '$1')),
    };
  };
  return { id, username, email, here: `${HERE}${count}`, browser, alive };
}

async function outside(name: Parameters<TestBrowser['call']>[0], input: Record<string, unknown>) {
  const browser = fixture.browser();
  browser.preLoginToken = (await browser.call('get-csrf-token-preLogin')).csrfToken ?? '';
  return browser.call(name, input);
}

const ALL = { api: 200, calendar: 200, share: 'open', push: ['here', 'there'] };
const NONE = { api: 400, calendar: 404, share: 'revoked', push: [] };

test('being signed out by an administrator ends them all as well: a thief may have a token instead of a session', async () => {
  const { id, browser, alive } = await withAccess();
  expect(await alive()).toEqual(ALL);
  expect((await admin.call('force-sign-out', { id })).status).toBe(200);
  expect(await alive()).toEqual(NONE);
  expect((await browser.call('session-check')).status).toBe(400);
  const { rows } = await fixture.database.query<{ what: string }>(
    `SELECT subject || ' ' || action AS what FROM audit_log WHERE username = 'admin' ORDER BY id DESC LIMIT 5`,
  );
  expect(rows.map(({ what }) => what).toReversed()).toEqual([
    'user sign-out',
    'api-token delete',
    'user calendar-link-off',
    'share end',
    'user push-off',
  ]);
});

test('a password chosen by link ends tokens, links and notifications, and logs each', async () => {
  const { id, username, email, alive } = await withAccess();
  expect(await alive()).toEqual(ALL);
  await outside('forgot-password', { username });
  const token = await linkTo(fixture.database, email);
  expect(await outside('reset-password', { token, newPassword: NEW })).toEqual({ status: 200 });
  expect(await alive()).toEqual(NONE);
  const { rows } = await fixture.database.query<{ what: string }>(
    `SELECT subject || ' ' || action AS what FROM audit_log WHERE user_id = $1 ORDER BY id DESC LIMIT 5`,
    [id],
  );
  expect(rows.map(({ what }) => what).toReversed()).toEqual([
    'user reset-password',
    'api-token delete',
    'user calendar-link-off',
    'share end',
    'user push-off',
  ]);
});

test('a changed password ends them too, except the notifications here', async () => {
  const { browser, here, alive } = await withAccess();
  await browser.call('change-password', { currentPassword: PASSWORD, newPassword: NEW, pushEndpoint: here });
  expect(await alive()).toEqual({ ...NONE, push: ['here'] });
});

test('the person who changes it may keep them', async () => {
  const { browser, alive } = await withAccess();
  await browser.call('change-password', { currentPassword: PASSWORD, newPassword: NEW, endAccess: false });
  expect(await alive()).toEqual(ALL);
});

test('those of others stay', async () => {
  const other = await withAccess();
  const { browser } = await withAccess();
  await browser.call('change-password', { currentPassword: PASSWORD, newPassword: NEW });
  expect(await other.alive()).toEqual(ALL);
});

test('without a mail server they end with the password that an administrator revokes', async () => {
  const { id, alive } = await withAccess();
  fixture.services.config.mailConfigured = false;
  expect((await admin.call('send-password-link', { id })).status).toBe(200);
  fixture.services.config.mailConfigured = true;
  expect(await alive()).toEqual(NONE);
});
