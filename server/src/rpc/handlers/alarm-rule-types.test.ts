import { afterAll, beforeAll, expect, test } from 'vitest';
import { contextFor, createContexts } from '../../facts/contexts.ts';
import { loadDirectory } from '../../facts/directory.ts';
import { addAlarm, addTrackedVehicle } from '../../testing/alarm-fixture.ts';
import { httpFixture, type HttpFixture } from '../../testing/http-fixture.ts';
import type { TestBrowser } from '../../testing/test-browser.ts';
import { emptyTables } from '../../testing/empty-tables.ts';

// A rule for vehicle types, in addition to vehicles and groups.

let fixture: HttpFixture;
let admin: TestBrowser;
let van: Awaited<ReturnType<typeof addTrackedVehicle>>;
let truck: Awaited<ReturnType<typeof addTrackedVehicle>>;
const FAST = { name: 'Fast', condition: { kind: 'overspeed', limitKph: 90 } };

beforeAll(async () => {
  fixture = await httpFixture();
  admin = await fixture.signedIn();
  van = await addTrackedVehicle(fixture.database, 1, 'VAN 1');
  truck = await addTrackedVehicle(fixture.database, 1, 'TRUCK 1');
  await setType(truck.vehicleId, 'truck');
});
afterAll(() => fixture.close());

const setType = (id: number, type: string) =>
  fixture.database.query('UPDATE vehicles SET type = $2 WHERE id = $1', [id, type]);
const save = async (input: object) => (await admin.call('save-alarm-rule', { ...FAST, ...input })).rule;
const looked = async (of: object) => (await admin.call('get-alarm-rule-dry-run', { ...FAST, days: 1, ...of })).vehicles;

test('is returned as saved, with the present vehicles of its types', async () => {
  const rule = await save({ vehicleTypes: ['truck', 'bus', 'truck'] });
  expect(rule).toMatchObject({ vehicleTypes: ['truck', 'bus'], vehicleCount: 1, allVehicles: false });
  // Combined with a vehicle, and without any vehicle so far.
  expect(await save({ vehicleTypes: ['bus'], vehicleIds: [van.vehicleId] })).toMatchObject({ vehicleCount: 1 });
  expect(await save({ vehicleTypes: ['bus'] })).toMatchObject({ vehicleCount: 0 });
  expect(await save({ vehicleTypes: ['truck'], allVehicles: true })).toMatchObject({
    vehicleTypes: [],
    vehicleCount: 2,
  });
  expect((await admin.call('save-alarm-rule', { ...FAST, vehicleTypes: ['ship'] })).status).toBe(422);
  expect((await admin.call('save-alarm-rule', FAST)).status).toBe(422);
});

test('a dry run evaluates the vehicles of the type', async () => {
  expect(await looked({ vehicleTypes: ['truck'] })).toBe(1);
  expect(await looked({ vehicleTypes: ['truck', 'van'] })).toBe(2);
  expect(await looked({ vehicleTypes: ['truck'], vehicleIds: [van.vehicleId] })).toBe(2);
});

test('tracking applies it to vehicles of the type, as the type is now', async () => {
  const { database } = fixture;
  await emptyTables(database, 'alarm_rules');
  const rule = await save({ vehicleTypes: ['truck'] });
  const contexts = createContexts(database);
  await contexts.load([1]);
  const directory = await loadDirectory(database);
  const rulesOf = ({ installationId }: typeof van) => {
    const installation = directory.byId(installationId);
    return installation && contextFor(contexts.current(1), installation, []).rules.map(({ id }) => id);
  };
  expect([rulesOf(truck), rulesOf(van)]).toEqual([[rule?.id], []]);
  await setType(van.vehicleId, 'truck');
  expect((await directory.reload(1)).changed).toHaveLength(1);
  expect(rulesOf(van)).toEqual([rule?.id]);
  await setType(van.vehicleId, 'van');
});

test('another type clears the alarms of vehicles that no longer match, and starts anew', async () => {
  const { database } = fixture;
  const rule = await save({ vehicleTypes: ['truck', 'van'] });
  const ruleId = rule?.id ?? 0;
  const seed = { ruleId, severity: 'major', startedAt: '2026-02-01T10:00:00Z' } as const;
  const ids = [await addAlarm(database, { ...van, ...seed }), await addAlarm(database, { ...truck, ...seed })];
  await database.query(`UPDATE alarm_rules SET holds_since = '2026-01-01' WHERE id = $1`, [ruleId]);
  await save({ id: ruleId, vehicleTypes: ['truck'] });
  const { rows } = await database.query(
    'SELECT id, cleared_at IS NULL AS active FROM alarms WHERE id = ANY($1) ORDER BY id',
    [ids],
  );
  expect(rows).toEqual([
    { id: ids[0], active: false },
    { id: ids[1], active: true },
  ]);
  const since = await database.query(
    `SELECT holds_since > now() - interval '1 hour' AS anew FROM alarm_rules WHERE id = $1`,
    [ruleId],
  );
  expect(since.rows).toEqual([{ anew: true }]);
});
