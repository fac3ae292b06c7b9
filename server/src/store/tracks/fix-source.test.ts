import { afterAll, beforeAll, expect, it } from 'vitest';
import { addDevice } from '../../testing/test-gateway.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';
import type { Database } from '../database.ts';
import { readSpans } from '../telemetry/pieces.ts';
import { readTelemetryKeys } from '../telemetry/telemetry-keys.ts';
import { readSteps } from '../telemetry/telemetry-series.ts';
import { makeChunk } from './make-chunk.ts';
import { packDays } from './pack-days.ts';

const FIRST = Date.parse('2026-03-02T00:00:00Z');
const DAY_MS = 86_400_000;
const DAYS = 10;
const PER_DAY = 144;

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.close());

const make = (...request: Parameters<typeof makeChunk>) => Promise.resolve(makeChunk(...request));

/** A step of a plan as EXPLAIN describes it. */
interface Step {
  'Rows Removed by Join Filter'?: number;
  'Actual Loops': number;
  Plans?: Step[];
}

const comparedBy = (step: Step): number =>
  (step['Rows Removed by Join Filter'] ?? 0) * step['Actual Loops'] +
  (step.Plans ?? []).reduce((sum, one) => sum + comparedBy(one), 0);

it('compares no row with each packed fix, although the database has no statistics of the rows', async () => {
  const { vehicleId, deviceId } = await addDevice(db.database, 'fix source');
  await db.database.query('ALTER TABLE positions_default SET (autovacuum_enabled = false)');
  await db.database.query(
    `INSERT INTO positions (device_id, fix_time, report_hash, received_at, lat, lon, speed_dkph, course_deg, flags, attributes)
     SELECT $1, $2::timestamptz + n * interval '1 s' * $4::int, 7, $2, 1, 1, 1, 1, 1, '{"fuelL": 3}' FROM generate_series(0, $3::int - 1) n`,
    [deviceId, new Date(FIRST), DAYS * PER_DAY, 86_400 / PER_DAY],
  );
  const days = Array.from({ length: DAYS / 2 }, (_, index) => ({
    deviceId,
    day: new Date(FIRST + index * DAY_MS).toISOString().slice(0, 10),
  }));
  expect((await packDays(db.database, 'positions', days, { make, quietMs: 0 })).packed).toBe((DAYS / 2) * PER_DAY);
  await db.database.query('UPDATE installations SET installed_at = $1', [new Date(FIRST)]);
  const spans = await readSpans(db.database, [vehicleId], {
    from: new Date(FIRST),
    to: new Date(FIRST + DAYS * DAY_MS),
  });
  let compared = 0;
  const query = async (sql: string, values: unknown[]) => {
    if (sql.includes('WITH packed')) {
      const { rows } = await db.database.query<{ 'QUERY PLAN': { Plan: Step }[] }>(
        `EXPLAIN (ANALYZE, FORMAT JSON) ${sql}`,
        values,
      );
      for (const { Plan } of rows.flatMap((row) => row['QUERY PLAN'])) compared += comparedBy(Plan);
    }
    return db.database.query(sql, values);
  };
  const explained = new Proxy(db.database, {
    get: (target, name: keyof Database) => (name === 'query' ? query : target[name]),
  });
  const keys = await readTelemetryKeys(db.database, spans);
  expect(keys.find(({ key }) => key === 'fuelL')?.values).toBe(DAYS * PER_DAY);
  await readTelemetryKeys(explained, spans);
  await readSteps(explained, spans, ['speed', 'fuelL'], 900);
  expect(compared).toBeLessThan(DAYS * PER_DAY);
});
