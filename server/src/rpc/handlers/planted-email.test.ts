import type { Action } from '@milepost/contract/rights';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { httpFixture, type HttpFixture, MAIL } from '../../testing/http-fixture.ts';
import { linkTo } from '../../testing/mailbox.ts';
import { addUser } from '../../testing/organisations.ts';

const PASSWORD = 'a password of mine';
const ALL: Action[] = ['view', 'create', 'edit', 'delete'];
let fixture: HttpFixture;
let worker: number;
let roleId: number;
let higher: number;
beforeAll(async () => {
  fixture = await httpFixture({}, { ...MAIL, publicUrl: 'https://fleet.example.org' });
  const { database } = fixture;
  const person = { password: PASSWORD, organisationId: 1 };
  await addUser(database, { ...person, username: 'manager', priority: 10, grants: { users: ALL } });
  const email = 'worker@example.org';
  worker = await addUser(database, { ...person, username: 'worker', priority: 50, grants: {}, email });
  const director = { ...person, username: 'director', priority: 5, grants: { users: ALL } };
  const other = await addUser(database, director);
  const { rows } = await database.query<{ id: number; role_id: number }>('SELECT id, role_id FROM users');
  roleId = rows.find(({ id }) => id === worker)?.role_id ?? 0;
  higher = rows.find(({ id }) => id === other)?.role_id ?? 0;
});
afterAll(() => fixture.close());

const mails = async (to: string) => {
  const { rows } = await fixture.database.query<{ subject: string; state: string; text: string }>(
    'SELECT subject, state, text FROM mails WHERE recipient = $1 ORDER BY id',
    [to],
  );
  return rows;
};
const save = (input: object) => ({ id: worker, username: 'worker', displayName: 'W', organisationId: 1, ...input });

/** Requests a link as anybody can. Resolves when a link requested later is written. */
async function forget(username: string): Promise<void> {
  const browser = fixture.browser();
  browser.preLoginToken = (await browser.call('get-csrf-token-preLogin')).csrfToken ?? '';
  await fixture.database.query('DELETE FROM sign_in_failures');
  await browser.call('forgot-password', { username });
  await new Promise((resolve) => setTimeout(resolve, 300));
}

test('an address that a former manager set gets no link to the new role, until the person confirms it', async () => {
  const own = await fixture.signedIn('worker', PASSWORD);
  const manager = await fixture.signedIn('manager', PASSWORD);
  const admin = await fixture.signedIn();
  expect((await manager.call('save-user', save({ email: 'planted@example.org', roleId }))).status).toBe(200);

  // The person is notified in the application, and the former address by mail.
  const { rows: notices } = await own.call('get-notification-list');
  expect(notices?.[0]).toMatchObject({
    title: 'Your e-mail address was changed',
    text: 'manager set it to planted@example.org.',
  });
  expect(await mails('worker@example.org')).toMatchObject([
    { subject: 'Your e-mail address for Milepost was changed', state: 'waiting' },
  ]);
  expect((await mails('worker@example.org'))[0]?.text).not.toContain('planted');

  // The new address is not dangerous yet, because a manager may correct an address.
  await forget('worker');
  expect(await mails('planted@example.org')).toHaveLength(1);

  await admin.call('save-user', save({ email: 'planted@example.org', roleId: higher }));
  await forget('worker');
  await forget('planted@example.org');
  expect(await mails('planted@example.org')).toHaveLength(1);

  const profile = { displayName: 'W', phone: null, photo: null, language: 'en', timeZone: '', units: 'metric' };
  const input = { ...profile, notifications: true, email: 'own@example.org', password: PASSWORD };
  expect(await own.call('update-profile', input)).toMatchObject({ status: 200 });
  await forget('worker');
  expect(await mails('own@example.org')).toHaveLength(1);
});

test('nor to a wider limit of the person', async () => {
  const { database } = fixture;
  const { rows } = await database.query<{ id: number }>(
    `INSERT INTO vehicle_groups (organisation_id, name) VALUES (1, 'North') RETURNING id`,
  );
  const only = { groupIds: [rows[0]?.id ?? 0], vehicleIds: [] };
  const [manager, admin] = [await fixture.signedIn('manager', PASSWORD), await fixture.signedIn()];
  const guest = { username: 'guest', displayName: 'G', roleId, organisationId: 1, limit: only };
  const id = (await manager.call('save-user', { ...guest, email: 'first@example.org' })).user?.id;
  await database.query(`UPDATE users SET password_hash = 'x' WHERE id = $1`, [id]);
  await manager.call('save-user', { ...guest, id, email: 'other@example.org' });
  await forget('guest');
  expect(await mails('other@example.org')).toHaveLength(1);
  await admin.call('save-user', { ...guest, id, email: 'other@example.org', limit: null });
  await forget('guest');
  expect(await mails('other@example.org')).toHaveLength(1);
});

test('a link that was sent to the address and used confirms it', async () => {
  const admin = await fixture.signedIn();
  const fresh = { username: 'fresh', displayName: 'F', email: 'fresh@example.org', roleId, organisationId: 1 };
  const id = (await admin.call('save-user', fresh)).user?.id;
  const browser = fixture.browser();
  browser.preLoginToken = (await browser.call('get-csrf-token-preLogin')).csrfToken ?? '';
  const token = await linkTo(fixture.database, 'fresh@example.org');
  expect((await browser.call('reset-password', { token, newPassword: PASSWORD })).status).toBe(200);
  await admin.call('save-user', { ...fresh, id, roleId: higher });
  await forget('fresh');
  expect(await mails('fresh@example.org')).toHaveLength(2);
});
