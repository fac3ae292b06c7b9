import { assert, asyncProperty, constantFrom, double, integer, record, uniqueArray } from 'fast-check';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createMemoryBus } from '../../bus/memory-bus.ts';
import { buildBatch } from '../../ingest/batch.ts';
import { newDeviceState } from '../../ingest/device-state.ts';
import { createBatchWriter } from '../../ingest/writer.ts';
import { addTracked } from '../../testing/insert-facts.ts';
import { addOrganisation } from '../../testing/organisations.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';
import { ensureDay } from '../tracks/partitions.ts';
import { readSpans, type Span } from './pieces.ts';
import { rollDays, rollLate } from './roll-day.ts';
import { readTelemetryKeys } from './telemetry-keys.ts';
import { readEveryValue, readSteps } from './telemetry-series.ts';
import { emptyTables } from '../../testing/empty-tables.ts';

const HOUR_MS = 3_600_000;
const DAY = Date.parse('2026-02-01T00:00:00Z');
const LATER = new Date('2026-02-20T00:00:00Z');
const goesOn = new AbortController().signal;

let db: TestDatabase;
let organisationId: number;
let vehicle: { vehicleId: number; deviceId: number };
beforeAll(async () => {
  db = await testDatabase();
  organisationId = await addOrganisation(db.database, 'Head');
  for (let day = 0; day < 3; day++) await ensureDay(db.database, DAY / 86_400_000 + day);
});
afterAll(() => db?.close());
beforeEach(async () => {
  await emptyTables(
    db.database,
    'vehicles',
    'devices',
    'positions',
    'telemetry_days',
    'telemetry_rolled',
    'telemetry_late',
  );
  vehicle = await addTracked(db.database, { organisationId, registration: 'TEL 1' });
});

interface Fix {
  /** Milliseconds since the first day began. */
  at: number;
  kph?: number;
  attributes?: Record<string, unknown> | null;
  hash?: number;
  flags?: number;
}

const addFixes = (fixes: readonly Fix[], deviceId = vehicle.deviceId) =>
  db.database.query(
    `INSERT INTO positions (device_id, fix_time, report_hash, received_at, lat, lon, speed_dkph, course_deg, flags, attributes)
     SELECT $1, to_timestamp(f.at / 1000.0), f.hash, now(), 0, 0, f.dkph, 0, f.flags, f.attributes
     FROM jsonb_to_recordset($2) f(at float8, hash int, dkph int, flags int, attributes jsonb)`,
    [
      deviceId,
      JSON.stringify(
        fixes.map(({ at, kph = 0, attributes = null, hash = 1, flags = 1 }) => {
          return { at: DAY + at, hash, dkph: Math.round(kph * 10), flags, attributes };
        }),
      ),
    ],
  );
const spansOf = (from: number, to: number): Promise<Span[]> =>
  readSpans(db.database, [vehicle.vehicleId], { from: new Date(DAY + from), to: new Date(DAY + to) });
const stepsOf = async (from: number, to: number, stepS: number, key = 'fuelL') => {
  const lines = await readSteps(db.database, await spansOf(from, to), [key], stepS);
  const line = lines.get(vehicle.vehicleId)?.get(key);
  return { values: line?.values ?? 0, points: [...(line?.points ?? [])].toSorted(([a], [b]) => a - b) };
};
const rolledRows = async () =>
  (await db.database.query<{ n: number }>('SELECT count(*)::int AS n FROM telemetry_days')).rows[0]?.n;

describe('the minimum and maximum of each step', () => {
  const fixes = uniqueArray(
    record({ at: integer({ min: 0, max: 3 * 24 * HOUR_MS - 1 }), value: double({ min: -1e9, max: 1e9, noNaN: true }) }),
    { minLength: 1, maxLength: 60, selector: ({ at }) => at },
  );
  const edge = integer({ min: 0, max: 3 * 24 * HOUR_MS });
  const step = constantFrom(1, 60, 900, 3600, 21_600);

  test('cover all its values, whether its days were computed or not', async () => {
    await assert(
      asyncProperty(fixes, edge, edge, step, async (reported, a, b, stepS) => {
        const [from, to] = [Math.min(a, b), Math.max(a, b) + 1];
        await db.database.query('DELETE FROM positions; DELETE FROM telemetry_days; DELETE FROM telemetry_rolled');
        await addFixes(reported.map(({ at, value }) => ({ at, attributes: { fuelL: value } })));
        const expected = new Map<number, [number, number]>();
        const within = reported.filter(({ at }) => at >= from && at < to);
        for (const { at, value } of within) {
          const begin = Math.floor((DAY + at) / (stepS * 1000)) * stepS * 1000;
          const [low, high] = expected.get(begin) ?? [value, value];
          expected.set(begin, [Math.min(low, value), Math.max(high, value)]);
        }
        // JSON has no negative zero.
        const points = [...expected]
          .toSorted(([x], [y]) => x - y)
          .map(([at, [low, high]]) => [at, [low + 0, high + 0]]);
        expect(await stepsOf(from, to, stepS)).toEqual({ values: within.length, points });
        await rollDays(db.database, goesOn, LATER);
        expect(await stepsOf(from, to, stepS)).toEqual({ values: within.length, points });
      }),
      { numRuns: 25 },
    );
  }, 120_000);
});

test('a peak of a single fix is included, and computed days equal the fixes', async () => {
  await addFixes(
    Array.from({ length: 1440 }, (_, minute) => ({ at: minute * 60_000, kph: minute === 777 ? 131.5 : 40 })),
  );
  await rollDays(db.database, goesOn, LATER);
  // Without fixes, the values can only come from the computed day.
  await db.database.query('TRUNCATE positions');
  const { values, points } = await stepsOf(0, 24 * HOUR_MS, 86_400, 'speed');
  expect([values, points]).toEqual([1440, [[DAY, [40, 131.5]]]]);
});

test('columns and numeric and boolean attributes are computed; texts, lists and fixes without satellites are not', async () => {
  await addFixes([
    { at: 0, attributes: { door: true, fuelL: 12.25, driverTag: 'A', alarm: ['sos'], speed: 77 }, flags: 7 },
    { at: 60_000, attributes: { door: false }, flags: 1 },
    { at: 120_000, attributes: { tooFar: 1 }, flags: 0 },
  ]);
  const reported = async () =>
    (await readTelemetryKeys(db.database, await spansOf(0, 24 * HOUR_MS))).map((key) => Object.values(key));
  const expected = [
    ['door', 'flag', 2, 1],
    ['speed', 'number', 2, 1],
    ['fuelL', 'number', 1, 1],
    ['ignition', 'flag', 1, 1],
  ];
  expect(await reported()).toEqual(expected);
  await rollDays(db.database, goesOn, LATER);
  await db.database.query('TRUNCATE positions');
  expect(await reported()).toEqual(expected);
  expect((await stepsOf(0, 24 * HOUR_MS, 900, 'door')).points).toEqual([[DAY, [0, 1]]]);
});

const message = (at: number, fuelL: number) => ({
  kind: 'report' as const,
  deviceTime: null,
  fix: { time: new Date(at), lat: 1, lon: 1, altitudeM: null, valid: true, speedKph: 5, courseDeg: 0 },
  attributes: { fuelL },
});

test('of a device with new attributes in every fix, the most frequent are stored', async () => {
  const names = Array.from({ length: 300 }, (_, index) => [`x${String(index).padStart(3, '0')}`, 1] as const);
  await addFixes([
    { at: HOUR_MS, attributes: { fuelL: 10, ...Object.fromEntries(names) } },
    { at: 2 * HOUR_MS, attributes: { x299: 2 } },
  ]);
  await rollDays(db.database, goesOn, new Date(DAY + 50 * HOUR_MS));
  const storedKeys = await db.database.query<{ key: string }>('SELECT key FROM telemetry_days ORDER BY key');
  const keys = storedKeys.rows.map(({ key }) => key);
  expect(keys).toHaveLength(256);
  expect(keys).toEqual(expect.arrayContaining(['speed', 'x000', 'x299']));
  expect(keys).not.toContain('x298');
});

test('a day is computed once, 26 hours after its end, and again after late fixes', async () => {
  await addFixes([{ at: HOUR_MS, attributes: { fuelL: 10 } }]);
  await rollDays(db.database, goesOn, new Date(DAY + 50 * HOUR_MS - 1));
  expect(await rolledRows()).toBe(0);
  await rollDays(db.database, goesOn, new Date(DAY + 50 * HOUR_MS));
  expect(await rolledRows()).toBe(2);
  // Written by ingest, which marks the day.
  const logger = pino({ level: 'silent' });
  const writer = createBatchWriter({ ...db, logger, bus: createMemoryBus(logger) });
  onTestFinished(() => writer.close());
  const write = async (at: number, fuelL: number) => {
    const submission = {
      deviceId: vehicle.deviceId,
      messages: [message(at, fuelL)],
      receivedAt: Date.now(),
      onStored() {},
    };
    await writer.write(buildBatch([submission], newDeviceState));
  };
  const marks = async () => (await db.database.query('SELECT device_id, day::text FROM telemetry_late')).rows;
  await write(Date.now(), 1);
  expect(await marks()).toEqual([]);
  await write(DAY + 2 * HOUR_MS, 99);
  expect(await marks()).toEqual([{ device_id: vehicle.deviceId, day: '2026-02-01' }]);
  const whole = () => stepsOf(0, 24 * HOUR_MS, 86_400);
  // Read from the fixes while the day is marked.
  expect((await whole()).points).toEqual([[DAY, [10, 99]]]);
  await rollLate(db.database, goesOn);
  expect(await marks()).toEqual([]);
  await db.database.query('TRUNCATE positions');
  expect(await whole()).toEqual({ values: 2, points: [[DAY, [10, 99]]] });
  // A duplicate report marks nothing.
  await write(DAY + 3 * HOUR_MS, 99);
  await rollLate(db.database, goesOn);
  await write(DAY + 3 * HOUR_MS, 99);
  expect(await marks()).toEqual([]);
});

test('values of a device belong to the vehicle that it was in, to the second', async () => {
  await addFixes([10, 11, 12].map((hour) => ({ at: hour * HOUR_MS + 5000, kph: hour, attributes: { fuelL: hour } })));
  const other = await addTracked(db.database, { organisationId, registration: 'TEL 2' });
  const moved = new Date(DAY + 11 * HOUR_MS + 5000);
  await db.database.query('UPDATE installations SET removed_at = $1, speed_factor = 2 WHERE device_id = $2', [
    moved,
    vehicle.deviceId,
  ]);
  await db.database.query('UPDATE installations SET device_id = $1, installed_at = $2 WHERE vehicle_id = $3', [
    vehicle.deviceId,
    moved,
    other.vehicleId,
  ]);
  const range = { from: new Date(DAY), to: new Date(DAY + 24 * HOUR_MS) };
  const reported = async () => {
    const spans = await readSpans(db.database, [vehicle.vehicleId, other.vehicleId], range);
    const [steps, every] = await Promise.all([
      readSteps(db.database, spans, ['speed'], 86_400),
      readEveryValue(db.database, spans, ['speed'], 10),
    ]);
    return [vehicle, other].map(({ vehicleId }) => [
      [...(steps.get(vehicleId)?.get('speed')?.points.values() ?? [])],
      [...(every?.get(vehicleId)?.get('speed')?.points.values() ?? [])],
    ]);
  };
  const expected = [
    // The factor belongs to the installation.
    [[[20, 20]], [[20, 20]]],
    [
      [[11, 12]],
      [
        [11, 11],
        [12, 12],
      ],
    ],
  ];
  expect(await reported()).toEqual(expected);
  await rollDays(db.database, goesOn, LATER);
  expect(await reported()).toEqual(expected);
});

test('every value is returned up to a number of fixes, otherwise none', async () => {
  await addFixes(Array.from({ length: 5 }, (_, index) => ({ at: index * 1000, kph: index })));
  const spans = await spansOf(0, HOUR_MS);
  expect((await readEveryValue(db.database, spans, ['speed'], 5))?.get(vehicle.vehicleId)?.get('speed')?.values).toBe(
    5,
  );
  expect(await readEveryValue(db.database, spans, ['speed'], 4)).toBeNull();
});

test('attributes of many vehicles are counted by as many statements as those of one', async () => {
  const others = await Promise.all(
    [2, 3, 4].map((n) => addTracked(db.database, { organisationId, registration: `TEL ${n}` })),
  );
  const all = [vehicle, ...others];
  // Two computed days, and a third one with fixes; the range begins and ends within a day.
  const hours = [1, 13, 30, 49];
  for (const { deviceId } of all) {
    await addFixes(
      hours.map((hour) => ({ at: hour * HOUR_MS, attributes: { fuelL: 1 } })),
      deviceId,
    );
  }
  await rollDays(db.database, goesOn, new Date(DAY + 3 * 24 * HOUR_MS));
  const count = async (vehicleIds: number[]) => {
    const range = { from: new Date(DAY + 12 * HOUR_MS), to: new Date(DAY + 50 * HOUR_MS) };
    const spans = await readSpans(db.database, vehicleIds, range);
    const query = vi.spyOn(db.database, 'query');
    const keys = await readTelemetryKeys(db.database, spans);
    const statements = query.mock.calls.length;
    query.mockRestore();
    return { statements, fuel: keys.find(({ key }) => key === 'fuelL') };
  };
  const one = await count([vehicle.vehicleId]);
  const many = await count(all.map(({ vehicleId }) => vehicleId));
  expect(one.fuel).toEqual({ key: 'fuelL', kind: 'number', values: 3, vehicles: 1 });
  expect(many.fuel).toEqual({ key: 'fuelL', kind: 'number', values: 12, vehicles: 4 });
  expect(many.statements).toBe(one.statements);
});
