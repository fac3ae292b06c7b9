import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { httpFixture, type HttpFixture, MAIL } from '../../testing/http-fixture.ts';
import { addUser } from '../../testing/organisations.ts';
import type { TestBrowser } from '../../testing/test-browser.ts';

const PASSWORD = 'a password of mine';
/** Matches a link for a new password in any text. */
const LINK = /#token=|reset-password|[\w-]{43}/;

describe.each([
  ['with a mail server', MAIL],
  ['without one', {}],
])('taking over an account by the mail with the link, %s', (_which, mail) => {
  let fixture: HttpFixture;
  let admin: TestBrowser;
  let victim: number;
  beforeAll(async () => {
    fixture = await httpFixture({}, { ...mail, publicUrl: 'https://fleet.example.org' });
    admin = await fixture.signedIn();
    const { database } = fixture;
    const everything = { users: ['view', 'edit'], outbox: ['view'], 'api-tokens': ['view', 'create'] } as const;
    const chief = { password: PASSWORD, organisationId: 1, priority: 1, grants: everything };
    victim = await addUser(database, { ...chief, username: 'chief', email: 'chief@example.org' });
    const viewer = { password: PASSWORD, organisationId: 1, priority: 1 };
    await addUser(database, { ...viewer, username: 'viewer', grants: { users: ['view'] } });
    await addUser(database, { ...viewer, username: 'reader', grants: { users: ['view'], outbox: ['view'] } });
  });
  afterAll(() => fixture.close());

  /** Requests a link as anybody can, without an account. Resolves when the mail is written. */
  async function forget(username: string): Promise<void> {
    const count = async () => (await fixture.database.query('SELECT FROM mails WHERE user_id = $1', [victim])).rowCount;
    const before = (await count()) ?? 0;
    const outsider = fixture.browser();
    outsider.preLoginToken = (await outsider.call('get-csrf-token-preLogin')).csrfToken ?? '';
    expect((await outsider.call('forgot-password', { username })).status).toBe(200);
    await expect.poll(count).toBe(before + 1);
  }

  test.each([true, false])(
    'a token of another administrator (read-only: %s) reads no mail at all',
    async (readOnly) => {
      const { token } = await admin.call('create-api-token', { name: 'Script', readOnly });
      const headers = { authorization: `Bearer ${token}` };
      const script = async (body: object) => (await fixture.browser().post({ body, headers })).json();
      expect(await script({ route: 'forgot-password', username: 'chief' })).toMatchObject({ status: 403 });
      await forget('chief');
      expect(await script({ route: 'get-user-list' })).toMatchObject({ status: 200 });
      expect(await script({ route: 'get-mail-list' })).toMatchObject({
        status: 403,
        message: 'An API token cannot be used for this.',
      });
      expect((await fixture.browser().trySignIn('chief', PASSWORD)).status).toBe(200);
    },
  );

  test('a person who may only view users reads no mail: that needs its own permission', async () => {
    await forget('chief@example.org');
    const viewer = await fixture.signedIn('viewer', PASSWORD);
    expect((await viewer.call('get-user-list')).status).toBe(200);
    expect((await viewer.call('get-mail-list')).status).toBe(403);
    for (const operation of ['send-password-link', 'reset-two-factor', 'force-sign-out'] as const) {
      expect((await viewer.call(operation, { id: victim })).status).toBe(403);
    }
  });

  test('a person who may read mails sees that one was written, and neither its link nor a way to it', async () => {
    const reader = await fixture.signedIn('reader', PASSWORD);
    for (const one of [reader, admin]) {
      const { status, rows = [] } = await one.call('get-mail-list');
      expect(status).toBe(200);
      const written = rows.filter(({ to }) => to === 'chief@example.org');
      expect(written.length).toBeGreaterThan(0);
      for (const row of written) expect(JSON.stringify(row)).not.toMatch(LINK);
      // A search for parts of the link finds nothing, either.
      expect((await one.call('get-mail-list', { search: '#token=' })).total).toBe(0);
    }
  });
});
