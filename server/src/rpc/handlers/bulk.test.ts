import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { forgetEndedSessionsJob } from '../../jobs/tidy-jobs.ts';
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
let ids: number[];
beforeEach(async () => {
  await emptyTables(fixture.database, 'vehicles', 'bulk_changes', 'audit_log');
  ids = [];
  for (const [registration, colour] of [
    ['SBA 1', 'White'],
    ['SBA 2', 'Grey'],
    ['SBB 3', null],
  ]) {
    ids.push((await admin.call('save-vehicle', { registration, colour, make: 'Fiat' })).vehicle?.id ?? 0);
  }
  await fixture.database.query('TRUNCATE audit_log');
});

const colours = async () => {
  const { rows } = await fixture.database.query<{ colour: string | null }>('SELECT colour FROM vehicles ORDER BY id');
  return rows.map(({ colour }) => colour);
};
const vehicle = async (id: number | undefined) => (await admin.call('get-vehicle-by-id', { id })).vehicle;
const ownOf = async (id: number | undefined) => (await vehicle(id))?.own;
const grey = { field: 'colour', value: ' Grey ' };

test('the preview shows the result for each, and changes nothing', async () => {
  const answer = await admin.call('preview-vehicle-change', { ids, ...grey });
  expect(answer.rows?.map(({ name, before, after, fault }) => [name, before, after, fault])).toEqual([
    ['SBA 1', 'White', 'Grey', null],
    ['SBA 2', 'Grey', 'Grey', null],
    ['SBB 3', null, 'Grey', null],
  ]);
  expect(answer.total).toBe(3);
  expect(await colours()).toEqual(['White', 'Grey', null]);
  expect((await admin.call('get-audit-list')).total).toBe(0);
});

test('two changes of the same records in different order do not deadlock', async () => {
  const { rows } = await fixture.database.query<{ id: number }>(
    `INSERT INTO vehicles (organisation_id, registration, type) SELECT 1, 'T ' || n, 'car' FROM generate_series(1, 40) n RETURNING id`,
  );
  const many = rows.map(({ id }) => id);
  const orders = [many, many.toReversed(), many, many.toReversed()];
  const answers = await Promise.all(
    orders.map((order) => admin.call('preview-vehicle-change', { ids: order, ...grey })),
  );
  expect(answers.map((answer) => answer.rows?.map(({ id }) => id))).toEqual(orders);
});

test('an old change is not stored for undoing it', async () => {
  const { id } = await admin.call('change-vehicles', { ids, ...grey });
  const context = { ...fixture.services, mailer: null, publicUrl: null };
  const forget = () =>
    forgetEndedSessionsJob.work(context, null, { last: false, signal: new AbortController().signal });
  await fixture.database.query("UPDATE bulk_changes SET at = now() - interval '89 days'");
  await forget();
  expect((await fixture.database.query('SELECT FROM bulk_changes')).rowCount).toBe(1);
  await fixture.database.query("UPDATE bulk_changes SET at = now() - interval '91 days'");
  await forget();
  expect(await admin.call('undo-vehicle-change', { id })).toMatchObject({ status: 404 });
});

test('each change has its entry in the log, and the whole is undone once', async () => {
  fixture.events.length = 0;
  const answer = await admin.call('change-vehicles', { ids, ...grey });
  expect(answer).toMatchObject({ status: 200, changed: 2, same: 1, refused: [], refusedTotal: 0 });
  expect(fixture.events).toEqual([{ name: 'fleet-changed', event: { organisationId: 1 } }]);
  expect(await colours()).toEqual(['Grey', 'Grey', 'Grey']);
  expect((await vehicle(ids[0]))?.make).toBe('Fiat');
  const { rows = [] } = await admin.call('get-audit-list');
  const entries = rows.map(({ subjectName, before, after }) => [subjectName, before, after] as const);
  expect(entries.toSorted(([a], [b]) => String(a).localeCompare(String(b)))).toEqual([
    ['SBA 1', { colour: 'White' }, { colour: 'Grey' }],
    ['SBB 3', { colour: null }, { colour: 'Grey' }],
  ]);
  expect(await admin.call('undo-vehicle-change', { id: answer.id })).toMatchObject({ restored: 2, kept: [] });
  expect(await colours()).toEqual(['White', 'Grey', null]);
  expect((await admin.call('undo-vehicle-change', { id: answer.id })).status).toBe(404);
});

test('records that somebody changed since are preserved, and named', async () => {
  const { id } = await admin.call('change-vehicles', { ids, ...grey });
  const { version: _version, ...first } = (await vehicle(ids[0])) ?? {};
  await admin.call('save-vehicle', { ...first, colour: 'Blue' });
  expect(await admin.call('undo-vehicle-change', { id })).toMatchObject({ restored: 1, kept: [{ name: 'SBA 1' }] });
  expect(await colours()).toEqual(['Blue', 'Grey', null]);
});

test('changes all of a filter, single tags, and a status with its time, and undoes them', async () => {
  const filter = { search: 'SBA' };
  const tagged = await admin.call('change-vehicles', { filter, field: 'addTag', value: 'night' });
  expect(tagged.changed).toBe(2);
  await admin.call('change-vehicles', { ids: [ids[0]], field: 'addTag', value: 'cold' });
  expect((await admin.call('change-vehicles', { ids, field: 'removeTag', value: 'night' })).changed).toBe(2);
  expect((await vehicle(ids[0]))?.tags).toEqual(['cold']);
  const { id } = await admin.call('change-vehicles', { ids, field: 'status', value: 'workshop' });
  expect(await vehicle(ids[2])).toMatchObject({ status: 'workshop', statusSince: expect.any(String) });
  await admin.call('undo-vehicle-change', { id });
  expect(await vehicle(ids[2])).toMatchObject({ status: 'in-service', statusSince: null });
  expect((await fixture.database.query('SELECT FROM vehicle_statuses')).rowCount).toBe(0);
});

test('an impossible value is refused for that vehicle alone; nobody changes those of others', async () => {
  const branch = await addOrganisation(fixture.database, 'Branch', 1);
  const grants = { vehicles: ['view' as const, 'edit' as const, 'create' as const] };
  await addUser(fixture.database, { username: 'ana', password: 'pass-word', organisationId: branch, grants });
  const ana = await fixture.signedIn('ana', 'pass-word');
  const theirs = (await ana.call('save-vehicle', { registration: 'SBR 9' })).vehicle?.id ?? 0;
  const groupId = (await admin.call('save-group', { name: 'Couriers' })).group?.id;
  const answer = await admin.call('change-vehicles', { ids: [...ids, theirs], field: 'groupId', value: groupId });
  expect(answer).toMatchObject({ changed: 3, refused: [{ name: 'SBR 9', fault: { code: 'group-unavailable' } }] });
  expect(await admin.call('preview-vehicle-change', { ids, field: 'year', value: 1800 })).toMatchObject({
    rows: [{ fault: { code: 'at-least' } }, {}, {}],
  });
  expect((await ana.call('change-vehicles', { ids, ...grey })).status).toBe(404);
  expect((await ana.call('undo-vehicle-change', { id: answer.id })).status).toBe(404);
  expect(
    (await admin.call('change-vehicles', { ids: Array.from({ length: 1001 }, (_, n) => n + 1), ...grey })).status,
  ).toBe(422);
});

test('a custom field is filled with an entry in the log for each, refused when it does not fit, and undone', async () => {
  const save = async (field: {
    name: string;
    type: 'number' | 'choice' | 'yes-no';
    choices?: string[];
    required?: boolean;
  }) => (await admin.call('save-own-field', { kind: 'vehicle', ...field })).field?.id ?? 0;
  const [axles, leased] = [
    await save({ name: 'Axles', type: 'number' }),
    await save({ name: 'Leased', type: 'yes-no' }),
  ];
  const [first, second] = ids;
  await admin.call('save-vehicle', { id: first, registration: 'SBA 1', own: [{ id: axles, value: 2 }] });
  // The field is required from now on; an empty value elsewhere does not prevent other changes.
  await save({ name: 'Class', type: 'choice', choices: ['A', 'B'], required: true });
  await fixture.database.query('TRUNCATE audit_log');

  const filled = { ids: [first, second], field: `own:${axles}` as const, value: 3 };
  expect((await admin.call('preview-vehicle-change', filled)).rows).toMatchObject([
    { before: 2, after: 3, fault: null },
    { before: null, after: 3, fault: null },
  ]);
  expect(await ownOf(second)).toEqual([]);
  const { id, ...done } = await admin.call('change-vehicles', filled);
  expect(done).toMatchObject({ changed: 2, same: 0, refusedTotal: 0 });
  expect((await admin.call('change-vehicles', { ...filled, field: `own:${leased}`, value: true })).changed).toBe(2);
  expect(await ownOf(second)).toEqual([
    { id: axles, value: 3 },
    { id: leased, value: true },
  ]);
  expect((await admin.call('get-audit-list')).rows).toHaveLength(4);
  expect(
    (await admin.call('change-vehicles', { ...filled, field: `own:${leased}`, value: 'perhaps' })).refused,
  ).toMatchObject([
    { name: 'SBA 1', fault: { code: 'choose-offered' } },
    { name: 'SBA 2', fault: { code: 'choose-offered' } },
  ]);
  expect((await admin.call('change-vehicles', { ...filled, field: 'own:999999' })).refused).toMatchObject([
    { fault: { code: 'no-own-field' } },
    { fault: { code: 'no-own-field' } },
  ]);
  expect((await admin.call('change-vehicles', { ...filled, field: 'own:x' })).status).toBe(422);

  // The second change counts as a later one.
  expect(await admin.call('undo-vehicle-change', { id })).toMatchObject({ restored: 0, keptTotal: 2 });
  const repeated = await admin.call('change-vehicles', { ...filled, value: null });
  expect(repeated.changed).toBe(2);
  expect(await admin.call('undo-vehicle-change', { id: repeated.id })).toMatchObject({ restored: 2, kept: [] });
  expect(await ownOf(first)).toContainEqual({ id: axles, value: 3 });
});

test('a value that cannot be restored, because its group was deleted, stays and is named', async () => {
  const group = async (name: string) => (await admin.call('save-group', { name })).group?.id ?? 0;
  const [before, after] = [await group('Before'), await group('After')];
  await admin.call('change-vehicles', { ids: [ids[0]], field: 'groupId', value: before });
  const { id } = await admin.call('change-vehicles', { ids, field: 'groupId', value: after });
  await fixture.database.query('DELETE FROM vehicle_groups WHERE id = $1', [before]);
  expect(await admin.call('undo-vehicle-change', { id })).toMatchObject({ restored: 2, kept: [{ name: 'SBA 1' }] });
  expect((await vehicle(ids[0]))?.groupName).toBe('After');
});
