import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ADMINISTRATOR } from '../../store/roles/basic-roles.ts';
import { httpFixture, type HttpFixture } from '../../testing/http-fixture.ts';
import { addOrganisation, addUser } from '../../testing/organisations.ts';
import type { TestBrowser } from '../../testing/test-browser.ts';
import { emptyTables } from '../../testing/empty-tables.ts';

let fixture: HttpFixture;
let admin: TestBrowser;
beforeAll(async () => {
  fixture = await httpFixture();
  admin = await fixture.signedIn();
});
afterAll(() => fixture.close());
beforeEach(() => emptyTables(fixture.database, 'vehicles', 'drivers', 'expenses', 'own_fields', 'audit_log'));

const field = async (input: Record<string, unknown>) =>
  (await admin.call('save-own-field', { kind: 'vehicle', type: 'text', ...input })).field?.id ?? 0;
const save = (own: unknown, more: Record<string, unknown> = {}) =>
  admin.call('save-vehicle', { registration: 'SBA 1', own, ...more });

test('each type accepts its values, and refuses others at its field', async () => {
  const note = await field({ name: 'Note' });
  const axles = await field({ name: 'Axles', type: 'number', unit: 't' });
  const since = await field({ name: 'Leased since', type: 'date' });
  const cls = await field({ name: 'Insurance class', type: 'choice', choices: ['A', 'B'] });
  const tail = await field({ name: 'Tail lift', type: 'yes-no' });
  const own = [
    { id: note, value: ' North ' },
    { id: axles, value: 2.5 },
    { id: since, value: '2026-02-28' },
    { id: cls, value: 'B' },
    { id: tail, value: false },
  ];
  const { vehicle } = await save(own);
  expect(vehicle?.own).toEqual([{ id: note, value: 'North' }, ...own.slice(1)]);
  for (const [id, value] of [
    [axles, 'two'],
    [since, '2026-02-31x'],
    [cls, 'C'],
    [tail, 'yes'],
    [note, 'a\nb'],
    [999_999, 'x'],
  ]) {
    const answer = await save([{ id, value }], { registration: 'SBA 2' });
    expect([answer.status, Object.keys(answer.fields ?? {})]).toEqual([422, [`own.${id}`]]);
  }
  // Omitted fields stay; null removes one.
  const stored = await save(undefined, { id: vehicle?.id, make: 'Fiat' });
  expect(stored.vehicle?.own).toHaveLength(5);
  const less = await save([{ id: note, value: null }, ...own.slice(1)], { id: vehicle?.id });
  expect(less.vehicle?.own.map(({ id }) => id)).toEqual([axles, since, cls, tail]);
  const { rows } = await admin.call('get-audit-list', { subject: 'vehicle', sort: 'at', direction: 'desc' });
  expect(rows?.[0]).toMatchObject({ before: { Note: 'North' }, after: { Note: null } });
});

test('a required field is required only in the form, not by a change of many', async () => {
  const id = (await save(undefined)).vehicle?.id;
  const cls = await field({ name: 'Class', required: true });
  expect((await save([], { id })).fields).toEqual({ [`own.${cls}`]: 'Enter a value.' });
  expect((await admin.call('change-vehicles', { ids: [id], field: 'colour', value: 'Red' })).changed).toBe(1);
  expect((await save([{ id: cls, value: 'A' }], { id })).status).toBe(200);
});

test('lists are filtered by them, for vehicles and for drivers', async () => {
  const tail = await field({ name: 'Tail lift', type: 'yes-no' });
  await save([{ id: tail, value: true }]);
  await save([{ id: tail, value: false }], { registration: 'SBA 2' });
  const { rows } = await admin.call('get-vehicle-list', { own: { id: tail, value: true } });
  expect(rows?.map(({ registration }) => registration)).toEqual(['SBA 1']);
  const badge = await field({ kind: 'driver', name: 'Badge', type: 'choice', choices: ['Blue', 'Red'] });
  const { driver } = await admin.call('save-driver', { name: 'Ana', own: [{ id: badge, value: 'Red' }] });
  expect(driver?.own).toEqual([{ id: badge, value: 'Red' }]);
  expect((await admin.call('get-driver-list', { own: { id: badge, value: 'Red' } })).total).toBe(1);
  expect((await admin.call('get-driver-list', { own: { id: badge, value: 'Blue' } })).total).toBe(0);
});

test('expenses have them as well, beside the author', async () => {
  const centre = await field({ kind: 'expense', name: 'Cost centre', type: 'choice', choices: ['North', 'South'] });
  const bill = { kind: 'toll', amount: 4_50, day: '2026-03-02' };
  const north = [{ id: centre, value: 'North' }];
  const { expense } = await admin.call('save-expense', { ...bill, own: north });
  expect(expense).toMatchObject({ own: north, mine: true });
  expect((await admin.call('save-expense', { ...bill, own: [{ id: centre, value: 'East' }] })).fields).toEqual({
    [`own.${centre}`]: 'Choose one from the list.',
  });
  expect((await admin.call('get-expense-list', { own: { id: centre, value: 'North' } })).total).toBe(1);
  expect((await admin.call('get-expense-list', { own: { id: centre, value: 'South' } })).total).toBe(0);
  expect((await admin.call('get-own-fields', { kind: 'expense', recordId: expense?.id })).rows).toMatchObject([
    { name: 'Cost centre' },
  ]);
  const { rows } = await admin.call('get-audit-list', { subject: 'expense' });
  expect(rows?.[0]).toMatchObject({ after: { 'Cost centre': 'North' } });
});

test('a field keeps its type, its name is unique, and deleted it is restored with its values', async () => {
  const cls = await field({ name: 'Class' });
  expect(await admin.call('save-own-field', { kind: 'vehicle', name: 'class', type: 'date' })).toMatchObject({
    status: 409,
    fields: { name: 'Another field has this name.' },
  });
  expect((await admin.call('save-own-field', { id: cls, kind: 'vehicle', name: 'Class', type: 'date' })).status).toBe(
    422,
  );
  const { vehicle } = await save([{ id: cls, value: 'A' }]);
  await admin.call('delete-own-field', { id: cls });
  expect((await admin.call('get-own-fields', { kind: 'vehicle' })).total).toBe(0);
  await save([], { id: vehicle?.id });
  await admin.call('restore-own-field', { id: cls });
  expect((await admin.call('get-vehicle-by-id', { id: vehicle?.id })).vehicle?.own).toEqual([{ id: cls, value: 'A' }]);
  for (let n = 1; n < 30; n += 1) await field({ name: `Field ${n}` });
  expect((await admin.call('save-own-field', { kind: 'vehicle', name: 'More', type: 'text' })).status).toBe(409);
  // A deleted one cannot be restored either when thirty others exist.
  await admin.call('delete-own-field', { id: cls });
  await field({ name: 'Field 30' });
  expect((await admin.call('restore-own-field', { id: cls })).status).toBe(409);
  expect((await admin.call('get-own-fields', { kind: 'vehicle' })).total).toBe(30);
});

test('a record has the fields of its own organisation', async () => {
  const branch = await addOrganisation(fixture.database, 'Branch', 1);
  const theirs = await field({ name: 'Theirs', organisationId: branch });
  const { rows: made } = await fixture.database.query<{ id: number }>(
    `INSERT INTO vehicles (organisation_id, registration, type) VALUES ($1, 'SBR 1', 'van') RETURNING id`,
    [branch],
  );
  const namesOf = async (input: Record<string, unknown>) =>
    (await admin.call('get-own-fields', { kind: 'vehicle', ...input })).rows?.map(({ name }) => name);
  expect(await namesOf({})).toEqual([]);
  expect(await namesOf({ organisationId: branch })).toEqual(['Theirs']);
  expect(await namesOf({ recordId: made[0]?.id })).toEqual(['Theirs']);
  expect((await save([{ id: theirs, value: 'x' }])).status).toBe(422);
  expect((await admin.call('get-own-fields', { kind: 'vehicle', recordId: 999_999 })).status).toBe(404);
});

test('the fields of a record reveal nothing of a hidden organisation to a limited person', async () => {
  const { database } = fixture;
  const vehicleId = (await save(undefined)).vehicle?.id ?? 0;
  const driverId = (await admin.call('save-driver', { name: 'Ana' })).driver?.id ?? 0;
  const shownId = (await admin.call('save-vehicle', { registration: 'SHOWN 1' })).vehicle?.id ?? 0;
  const { grants } = ADMINISTRATOR;
  const guest = await addUser(database, { username: 'guest', password: 'pass-word', organisationId: 1, grants });
  await database.query('UPDATE users SET limited = true, limit_vehicle_ids = $2 WHERE id = $1', [guest, [shownId]]);
  const browser = await fixture.signedIn('guest', 'pass-word');
  const request = (kind: string, recordId: number) => browser.call('get-own-fields', { kind, recordId });
  expect((await request('vehicle', shownId)).status).toBe(200);
  for (const [kind, id] of [
    ['vehicle', vehicleId],
    ['driver', driverId],
  ] as const) {
    expect((await admin.call('get-own-fields', { kind, recordId: id })).status).toBe(200);
    expect(await request(kind, id)).toEqual(await request(kind, 999_999));
  }
});
