import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ensureBasics } from '../../auth/bootstrap.ts';
import { ADMINISTRATOR } from '../../store/roles/basic-roles.ts';
import { USER_TABLES } from '../../store/personal-data/user-tables.ts';
import { addFile } from '../../testing/add-file.ts';
import { ADMIN_PASSWORD, httpFixture, type HttpFixture } from '../../testing/http-fixture.ts';
import { addTracked } from '../../testing/insert-facts.ts';
import { addOrganisation, addUser } from '../../testing/organisations.ts';
import { fetchPersonalFile, rowsIn, tablesWithTraces } from '../../testing/personal-file.ts';
import type { TestBrowser } from '../../testing/test-browser.ts';
import { validInput } from '../../testing/valid-input.ts';

let fixture: HttpFixture;
let chief: TestBrowser;
let organisationId: number;
let id: number;
let expense: number;
const { grants } = ADMINISTRATOR;
/** Texts that occur nowhere else. The user name is also the key of values in the audit log. */
const PERSON = {
  username: 'driver',
  displayName: 'Zebulon Quagmire',
  email: 'zebulon@example.org',
  phone: '+598 99 112 233',
};
const TRACES = /zebulon|quagmire|99 ?112 ?23/i;

beforeAll(async () => {
  fixture = await httpFixture();
  const { database } = fixture;
  organisationId = await addOrganisation(database, 'Company');
  const top = { username: 'chief', password: 'pass-word', organisationId, grants, priority: 2 };
  await addUser(database, top);
  await addOrganisation(database, 'Branch', organisationId);
  chief = await fixture.signedIn('chief', 'pass-word');
  id = await addUser(database, { ...PERSON, password: 'pass-word', organisationId, grants });
  await database.query('UPDATE users SET display_name = $2, phone = $3 WHERE id = $1', [
    id,
    PERSON.displayName,
    PERSON.phone,
  ]);
  await liveAsPerson();
});
afterAll(() => fixture.close());

const succeeds = (answer: { status: number }) => expect(answer, JSON.stringify(answer)).toMatchObject({ status: 200 });

/** What an account leaves behind in some months. */
async function liveAsPerson(): Promise<void> {
  const { database } = fixture;
  const person = await fixture.signedIn('driver', 'pass-word');
  const { vehicleId } = await addTracked(database, { registration: 'ABC 123', organisationId });
  const values = { displayName: PERSON.displayName, email: PERSON.email, timeZone: '', units: 'metric' } as const;
  succeeds(
    await person.call('update-profile', { ...values, phone: PERSON.phone, language: 'en', notifications: true }),
  );
  const bill = await person.call('save-expense', { ...validInput('save-expense'), vehicleId });
  expense = bill.expense?.id ?? 0;
  succeeds(await person.call('save-task', { title: 'Wash', assigneeId: id }));
  succeeds(await person.call('save-territory', { name: 'North', managerId: id }));
  succeeds(await person.call('create-api-token', { name: 'Script', readOnly: true }));
  const link = { vehicleId, hours: 5, note: 'for a customer' };
  succeeds(await person.call('create-share', link));
  const checklist = await person.call('save-checklist', { name: 'Daily', items: ['Tyres'] });
  const looked = { ...validInput('add-inspection'), vehicleId, checklistId: checklist.checklist?.id ?? 0 };
  succeeds(await person.call('add-inspection', { ...looked, signedBy: PERSON.displayName }));
  const hold = { vehicleId, firstDay: '2026-01-01', reason: 'Accident' };
  succeeds(await person.call('create-legal-hold', hold));
  const rule = { ...validInput('save-alarm-rule'), name: 'Speed', channels: { userIds: [id], mail: true } };
  succeeds(await person.call('save-alarm-rule', rule));
  await addFile(fixture, { organisationId, userId: id }, 'bill.txt');
  await chief.call('save-user', { id, ...PERSON, ...(await placeOf(id)) });
  const chiefId = (await database.query<{ id: number }>(`SELECT id FROM users WHERE username = 'chief'`)).rows[0]?.id;
  const letter = { peopleIds: [chiefId ?? 0], subject: 'Hello', html: '<p>Hello</p>', key: randomUUID() };
  succeeds(await person.call('send-message', letter));
  const answer = { peopleIds: [id], subject: 'Answer', html: '<p>Hello</p>', key: randomUUID() };
  succeeds(await chief.call('send-message', answer));
  await database.query(`INSERT INTO notifications (user_id, kind, title, text) VALUES ($1, 'alarm', 'Alarm', '')`, [
    id,
  ]);
  await database.query(
    `INSERT INTO mails (organisation_id, user_id, recipient, subject, text, state)
     VALUES ($1, $2, $3, 'Alarm', 'abc 123: speed', 'waiting')`,
    [organisationId, id, PERSON.email],
  );
  await database.query(
    `INSERT INTO push_browsers (user_id, endpoint, p256dh, auth, user_agent)
     VALUES ($1, 'https://push.example/SECRET-ENDPOINT', 'SECRET-KEY', 'SECRET-AUTH', 'Firefox of Zebulon')`,
    [id],
  );
  await database.query(
    `INSERT INTO list_views (organisation_id, user_id, list, name, query, shown, hidden)
    VALUES ($1, $2, 'vehicles', 'Vans of Zebulon', '', '{}', '{}')`,
    [organisationId, id],
  );
  await database.query(
    `INSERT INTO report_schedules (organisation_id, user_id, role_id, kind, params, year_before, skip_empty, paused, range, formats, every, every_days, first_day,
       weekday, month_day, at_time, time_zone, people_ids, addresses)
     SELECT organisation_id, id, role_id, 'trips', '{}', false, false, false, 'yesterday', '{csv}', 'days', 1, '2026-01-01', 1, 1, '06:00', 'UTC',
       ARRAY[$1::int], ARRAY['zebulon@example.org', 'other@example.org'] FROM users WHERE username IN ('chief', 'driver')`,
    [id],
  );
}

async function placeOf(userId: number) {
  const { user } = await chief.call('get-user-by-id', { id: userId });
  return { roleId: user?.roleId ?? 0, organisationId: user?.organisationId ?? 0, version: user?.version ?? 0 };
}

it('everything that is held on an account comes as one file, without secrets', async () => {
  const { download } = await chief.call('export-user-data', { id });
  expect(download).toMatchObject({ state: 'done', title: 'Data of the account of Zebulon Quagmire' });
  const file = await fetchPersonalFile(fixture, chief, download?.id ?? 0);
  expect(rowsIn(file, 'users')).toMatchObject([{ id, username: 'driver', phone: PERSON.phone, email: PERSON.email }]);
  expect(rowsIn(file, 'api-tokens')).toMatchObject([{ name: 'Script' }]);
  expect(rowsIn(file, 'list-views')).toMatchObject([{ name: 'Vans of Zebulon' }]);
  expect(rowsIn(file, 'sign-ins')).toMatchObject([{ result: 'success' }]);
  expect(rowsIn(file, 'push-browsers')).toMatchObject([{ user_agent: 'Firefox of Zebulon' }]);
  expect(rowsIn(file, 'expenses')).toMatchObject([{ id: expense }]);
  expect(rowsIn(file, 'audit-log').map(({ subject }) => subject)).toEqual(
    expect.arrayContaining(['expense', 'task', 'api-token', 'share', 'user']),
  );
  expect([...file.values()].join('')).not.toMatch(/SECRET|\$argon2|scrypt|token_hash/);

  const names = new Set([...file.keys()].map((name) => name.replace(/\.json$/, '').replaceAll('-', '_')));
  // The export itself is a download of the chief.
  names.add('downloads');
  const others = (await tablesWithTraces(fixture, TRACES)).filter((name) => !names.has(name));
  expect(others.filter((name) => !('notExported' in (USER_TABLES[name] ?? {})))).toEqual([]);
});

it('an account is erased by those who delete users of lower roles, in their own organisation', async () => {
  const { database } = fixture;
  const views = { users: ['view', 'edit'] as const };
  await addUser(database, { username: 'clerk', password: 'pass-word', organisationId, grants: views, priority: 50 });
  const clerk = await fixture.signedIn('clerk', 'pass-word');
  const elsewhere = await addOrganisation(database, 'Elsewhere');
  await addUser(database, { username: 'stranger', password: 'pass-word', organisationId: elsewhere, grants });
  const stranger = await fixture.signedIn('stranger', 'pass-word');
  for (const call of ['erase-user', 'export-user-data'] as const) {
    expect(await clerk.call(call, { id })).toMatchObject({ status: 403 });
    expect(await stranger.call(call, { id })).toMatchObject({ status: 404 });
  }
  const person = await fixture.signedIn('driver', 'pass-word');
  const above =
    (await database.query<{ id: number }>(`SELECT id FROM users WHERE username = 'chief'`)).rows[0]?.id ?? 0;
  for (const call of ['erase-user', 'export-user-data'] as const) {
    expect(await person.call(call, { id: above })).toMatchObject({ status: 403 });
  }
  expect(await stranger.call('get-user-erasure', { id })).toMatchObject({ status: 404 });
});

it('erases every trace of an account, and leaves what it did under its number', async () => {
  const person = await fixture.signedIn('driver', 'pass-word');
  expect(await tablesWithTraces(fixture, TRACES)).toEqual(
    expect.arrayContaining([
      'audit_log',
      'downloads',
      'inspections',
      'list_views',
      'mails',
      'push_browsers',
      'report_schedules',
      'users',
    ]),
  );
  expect(await chief.call('get-user-erasure', { id })).toMatchObject({
    tokens: 2,
    settings: 2,
    mails: 1,
    own: false,
    last: false,
    held: true,
  });
  // A mail names the vehicle on hold.
  expect(await chief.call('erase-user', { id })).toMatchObject({ status: 409 });
  const { rows: holds = [] } = await chief.call('get-legal-hold-list', {});
  succeeds(await chief.call('end-legal-hold', { id: holds[0]?.id ?? 0, reason: 'Settled' }));
  expect(await chief.call('get-user-erasure', { id })).toMatchObject({ held: false });
  expect(await chief.call('erase-user', { id })).toMatchObject({ status: 200 });
  expect(await tablesWithTraces(fixture, TRACES)).toEqual([]);
  // Its user name is also a key of the values in the log, which stays.
  const names = await fixture.database.query(`SELECT FROM audit_log WHERE username = 'driver' OR subject_name = 'driver'
    OR before::text ~ '"driver"(?!:)' OR after::text ~ '"driver"(?!:)'`);
  expect(names.rowCount).toBe(0);

  expect(fixture.events.filter(({ name }) => name === 'session-ended').length).toBeGreaterThan(0);
  expect((await person.call('get-profile', {})).status).toBe(400);
  expect((await chief.call('get-user-by-id', { id })).status).toBe(404);
  expect((await chief.call('get-user-list', { search: `#${id}` })).rows).toEqual([]);
  expect((await chief.call('erase-user', { id })).status).toBe(404);
  for (const username of ['driver', `#${id}`]) {
    await expect(fixture.signedIn(username, 'pass-word')).rejects.toThrow();
  }
  // The user name is free again.
  const again = await chief.call('save-user', { ...PERSON, ...(await placeOfChief()) });
  expect(again, JSON.stringify(again)).toMatchObject({ status: 200 });

  const { database } = fixture;
  const { rows } = await database.query(
    `SELECT e.created_by, t.assignee_id, n.manager_id, r.channels -> 'userIds' AS notified, s.people_ids, s.addresses
     FROM expenses e, tasks t, territories n, alarm_rules r, report_schedules s`,
  );
  expect(rows).toEqual([
    {
      created_by: id,
      assignee_id: null,
      manager_id: null,
      notified: [],
      people_ids: [],
      addresses: ['other@example.org'],
    },
  ]);
  const log = await database.query(
    `SELECT username, subject_id, subject_name, before, after FROM audit_log WHERE action = 'erase'`,
  );
  expect(log.rows).toEqual([
    { username: 'chief', subject_id: String(id), subject_name: `#${id}`, before: null, after: null },
  ]);
  const acts = await database.query(`SELECT FROM audit_log WHERE user_id = $1 AND username = $2 AND address IS NULL`, [
    id,
    `#${id}`,
  ]);
  expect(acts.rowCount).toBeGreaterThan(5);
});

/** A role below that of the chief. */
async function placeOfChief() {
  const { roles = [] } = await chief.call('get-user-choices', {});
  return { roleId: roles[0]?.id ?? 0, organisationId };
}

it('the own account is confirmed by its user name, and the last administrator stays', async () => {
  const admin = await fixture.signedIn('admin', ADMIN_PASSWORD);
  const { rows = [] } = await admin.call('get-user-list', { search: 'admin' });
  const own = rows[0]?.id ?? 0;
  expect(await admin.call('get-user-erasure', { id: own })).toMatchObject({ own: true, last: true });
  expect(await admin.call('erase-user', { id: own })).toMatchObject({ status: 422 });
  expect(await admin.call('erase-user', { id: own, confirmation: 'Admin' })).toMatchObject({ status: 422 });
  expect(await admin.call('erase-user', { id: own, confirmation: 'admin' })).toMatchObject({ status: 409 });
  const second = { username: 'second', password: 'pass-word', organisationId: 1, grants };
  const secondId = await addUser(fixture.database, second);
  await fixture.database.query('UPDATE users SET role_id = (SELECT role_id FROM users WHERE id = $1) WHERE id = $2', [
    own,
    secondId,
  ]);
  expect(await admin.call('erase-user', { id: own, confirmation: 'admin' })).toMatchObject({ status: 200 });
  expect((await admin.call('get-profile', {})).status).toBe(400);
  const present = async () =>
    (await fixture.database.query(`SELECT FROM users WHERE username = 'admin'`)).rowCount === 1;
  // The next start creates no other one, unless a password is given for it.
  await ensureBasics(fixture.database);
  expect(await present()).toBe(false);
  await ensureBasics(fixture.database, { adminPassword: ADMIN_PASSWORD });
  expect(await present()).toBe(true);
});
