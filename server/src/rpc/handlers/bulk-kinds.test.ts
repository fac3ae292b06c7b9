import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
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
beforeEach(() => emptyTables(fixture.database, 'drivers', 'devices', 'vehicle_groups', 'bulk_changes', 'own_fields'));

const logged = async () => {
  const { rows = [] } = await admin.call('get-audit-list');
  return rows.map(({ subjectName, before, after }) => [subjectName, before, after]);
};

test('drivers join and leave groups, get custom fields and a last day, each with its entry; undone as before', async () => {
  const group = async (name: string) => (await admin.call('save-group', { name })).group?.id ?? 0;
  const [north, south] = [await group('North'), await group('South')];
  const driver = async (name: string, groupIds: number[]) =>
    (await admin.call('save-driver', { name, groupIds, licenceClasses: ['B'] })).driver?.id ?? 0;
  const [ana, bo, cy] = [await driver('Ana', [south]), await driver('Bo', []), await driver('Cy', [north])];
  const ids = [ana, bo, cy];
  const groupsOf = async (id: number) =>
    (await admin.call('get-driver-by-id', { id })).driver?.groups.map(({ name }) => name);
  await fixture.database.query('TRUNCATE audit_log');

  const joining = { ids, field: 'addGroup' as const, value: north };
  expect((await admin.call('preview-driver-change', joining)).rows).toMatchObject([
    { name: 'Ana', before: 'South', after: 'North, South', fault: null },
    { name: 'Bo', before: null, after: 'North', fault: null },
    { name: 'Cy', before: 'North', after: 'North', fault: null },
  ]);
  fixture.events.length = 0;
  const joined = await admin.call('change-drivers', joining);
  expect(joined).toMatchObject({ changed: 2, same: 1, refused: [] });
  expect(fixture.events).toEqual([{ name: 'fleet-changed', event: { organisationId: 1 } }]);
  expect((await logged()).toSorted((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)))).toEqual([
    ['Ana', { groups: 'South' }, { groups: 'North, South' }],
    ['Bo', { groups: null }, { groups: 'North' }],
  ]);
  expect((await admin.call('change-drivers', { ids, field: 'removeGroup', value: south })).changed).toBe(1);
  // Ana was changed since, by the change that removed South.
  expect(await admin.call('undo-driver-change', { id: joined.id })).toMatchObject({
    restored: 1,
    kept: [{ name: 'Ana' }],
  });
  expect([await groupsOf(ana), await groupsOf(bo)]).toEqual([['North'], []]);

  const size = (
    await admin.call('save-own-field', { kind: 'driver', name: 'Jacket', type: 'choice', choices: ['M', 'L'] })
  ).field?.id;
  const sized = await admin.call('change-drivers', { ids, field: `own:${size ?? 0}`, value: 'L' });
  expect(sized.changed).toBe(3);
  expect((await admin.call('change-drivers', { ids, field: 'addLicenceClass', value: ' CE ' })).changed).toBe(3);
  expect((await admin.call('get-driver-by-id', { id: bo })).driver).toMatchObject({
    licenceClasses: ['B', 'CE'],
    own: [{ id: size, value: 'L' }],
  });

  await admin.call('change-drivers', { ids: [bo], field: 'hiredOn', value: '2025-06-01' });
  const left = await admin.call('change-drivers', { ids, field: 'leftOn', value: '2025-05-31' });
  expect(left).toMatchObject({ changed: 2, refused: [{ name: 'Bo', fault: { code: 'not-before-start' } }] });
  expect((await admin.call('get-driver-list', {})).rows?.map(({ name }) => name)).toEqual(['Bo']);
  expect((await admin.call('change-drivers', { filter: {}, field: 'note', value: 'Nights' })).changed).toBe(1);
  expect(
    (await admin.call('change-drivers', { filter: { state: 'left' }, field: 'note', value: 'Gone' })).changed,
  ).toBe(2);
});

test('devices get a protocol and networks, the undo preserves those saved since', async () => {
  const device = async (identity: string) => (await admin.call('save-device', { identity })).device?.id ?? 0;
  const ids = [await device('358000000000001'), await device('358000000000002')];
  await fixture.database.query('TRUNCATE audit_log');
  const { id } = await admin.call('change-devices', { ids, field: 'protocol', value: 'gt06' });
  expect(await logged()).toEqual([
    ['358000000000002', { protocol: null }, { protocol: 'gt06' }],
    ['358000000000001', { protocol: null }, { protocol: 'gt06' }],
  ]);
  await admin.call('save-device', { id: ids[0], identity: '358000000000001', protocol: 'gt06', model: 'GT06N' });
  expect(await admin.call('undo-device-change', { id })).toMatchObject({
    restored: 1,
    kept: [{ name: '358000000000001' }],
  });
  const networked = { filter: { free: true }, field: 'addNetwork' as const, value: '203.0.113.0/24' };
  expect((await admin.call('change-devices', networked)).changed).toBe(2);
  expect((await admin.call('change-devices', { ...networked, value: 'nowhere' })).refusedTotal).toBe(2);
  expect((await admin.call('get-device-by-id', { id: ids[1] })).device).toMatchObject({
    protocol: null,
    networks: ['203.0.113.0/24'],
  });
  expect((await admin.call('change-devices', { ...networked, filter: { fault: 'silent' } })).changed).toBe(0);
});

test('a person who may not edit changes none, and a change of one kind is not undone as one of another', async () => {
  const id = (await admin.call('save-driver', { name: 'Ana' })).driver?.id ?? 0;
  const change = { ids: [id], field: 'note' as const, value: 'Nights' };
  const organisationId = await addOrganisation(fixture.database, 'Branch', 1);
  for (const [username, grants] of [
    ['viewer', { drivers: ['view' as const] }],
    ['branch', { drivers: ['view' as const, 'edit' as const] }],
  ] as const) {
    await addUser(fixture.database, { username, password: 'pass-word', organisationId, grants });
  }
  const statusOf = async (username: string) =>
    (await (await fixture.signedIn(username, 'pass-word')).call('change-drivers', change)).status;
  expect([await statusOf('viewer'), await statusOf('branch')]).toEqual([403, 404]);
  const done = await admin.call('change-drivers', change);
  expect((await admin.call('undo-vehicle-change', { id: done.id })).status).toBe(404);
  expect((await admin.call('undo-driver-change', { id: done.id })).restored).toBe(1);
});
