import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';
import { columnsOf, readRowPage, readSentRows } from './row-columns.ts';

const DAY = Date.UTC(2026, 4, 4);
const DEVICE_ID = 5;

let test: TestDatabase;
beforeAll(async () => {
  test = await testDatabase();
});
afterAll(async () => {
  await test?.close();
});

const int = (least: number, most: number) =>
  fc.oneof({ weight: 3, arbitrary: fc.constantFrom(least, -1, 0, 1, most) }, fc.integer({ min: least, max: most }));
const int2 = int(-32_768, 32_767);
const int4 = int(-2_147_483_648, 2_147_483_647);
const int8 = int(-Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);
const orNull = (arbitrary: fc.Arbitrary<number>) => fc.option(arbitrary, { freq: 3 });
const anyRow = fc.record({
  lat: int4,
  lon: int4,
  altitude_m: orNull(int2),
  speed_dkph: int2,
  course_deg: int2,
  flags: int2,
  satellites: orNull(int2),
  battery_percent: orNull(int2),
  power_mv: orNull(int4),
  rssi: orNull(int2),
  odometer_m: orNull(int8),
  road_limit_kph: orNull(int2),
  report_hash: int4,
  received_ms: fc.nat(4e12),
});

const column = (values: ArrayLike<number>) => Array.from(values, (value) => (Number.isNaN(value) ? null : value));

it('reads each column of a row as the database has it, whatever it shares a word with', async () => {
  const rows = fc.sample(anyRow, { numRuns: 500, seed: 11 }).map((row, index) => ({ ...row, ms: DAY + index }));
  const names = Object.keys(rows[0] ?? {}).filter((name) => !name.endsWith('ms'));
  await test.database.query(
    `INSERT INTO positions (device_id, fix_time, received_at, ${names.join(', ')})
     SELECT $1, to_timestamp(ms / 1000), to_timestamp(received_ms / 1000), ${names.join(', ')}
     FROM json_to_recordset($2) AS r(ms float8, received_ms float8, ${names.map((name) => `${name} int8`).join(', ')})`,
    [DEVICE_ID, JSON.stringify(rows)],
  );
  const range = { deviceId: DEVICE_ID, from: DAY * 1000, to: (DAY + 1000) * 1000 };
  const sent = await readSentRows(test.database, 'positions', range);
  const { positions } = await readRowPage(
    test.database,
    { deviceId: DEVICE_ID, from: new Date(DAY), to: new Date(DAY + 1000), after: { time: DAY - 1, hash: 0 } },
    1000,
  );
  for (const columns of [sent && columnsOf('positions', sent), positions]) {
    if (columns === null || !('fixTime' in columns)) throw new Error('there are no rows');
    const stored = <Name extends keyof (typeof rows)[number]>(name: Name) => rows.map((row) => row[name]);
    expect(column(columns.fixTime)).toEqual(rows.map(({ ms }) => ms * 1000));
    expect(column(columns.receivedAt)).toEqual(rows.map(({ received_ms }) => received_ms * 1000));
    expect(column(columns.reportHash)).toEqual(stored('report_hash'));
    expect(column(columns.lat)).toEqual(stored('lat'));
    expect(column(columns.lon)).toEqual(stored('lon'));
    expect(column(columns.altitudeM)).toEqual(stored('altitude_m'));
    expect(column(columns.speedDkph)).toEqual(stored('speed_dkph'));
    expect(column(columns.courseDeg)).toEqual(stored('course_deg'));
    expect(column(columns.flags)).toEqual(stored('flags'));
    expect(column(columns.satellites)).toEqual(stored('satellites'));
    expect(column(columns.batteryPercent)).toEqual(stored('battery_percent'));
    expect(column(columns.powerMv)).toEqual(stored('power_mv'));
    expect(column(columns.rssi)).toEqual(stored('rssi'));
    expect(column(columns.odometerM)).toEqual(stored('odometer_m'));
    expect(column(columns.roadLimitKph)).toEqual(stored('road_limit_kph'));
  }
});
