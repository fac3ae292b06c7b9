import { afterAll, beforeAll, expect, test } from 'vitest';
import { addTracked, insertDay } from '../../../testing/insert-facts.ts';
import { askReport, reportFixture, type ReportFixture, WEEK } from '../../../testing/report-fixture.ts';

let fixture: ReportFixture;
beforeAll(async () => {
  fixture = await reportFixture();
});
afterAll(() => fixture.http.close());

const asked = async (kind: string, params: object) => {
  const { columns, rows, totals } = await askReport(fixture.admin, kind, params);
  const at = (cells: readonly unknown[], keys: readonly string[]) =>
    keys.map((key) => cells[columns.findIndex((column) => column.key === key)]);
  return { rows, totals, at };
};

test('a day is one row of a vehicle, also where it changed its device, and opens whole in the history', async () => {
  const { vehicleId, installationId } = await addTracked(fixture.http.database, { registration: 'TWO 1' });
  await fixture.http.database.query(`UPDATE installations SET removed_at = '2026-03-29T12:00Z' WHERE id = $1`, [
    installationId,
  ]);
  const second = await fixture.http.database.query<{ id: number }>(
    `WITH d AS (INSERT INTO devices (organisation_id, identity, protocol) VALUES (1, 'two-2', 'gt06') RETURNING id)
     INSERT INTO installations (device_id, vehicle_id, installed_at) SELECT id, $1, '2026-03-29T12:00Z' FROM d RETURNING id`,
    [vehicleId],
  );
  await insertDay(fixture.http.database, { vehicleId, installationId }, { day: '2026-03-29', distanceM: 36_000 });
  await insertDay(
    fixture.http.database,
    { vehicleId, installationId: second.rows[0]?.id ?? 0 },
    { day: '2026-03-29', distanceM: 9000 },
  );
  const { rows, at } = await asked('day-by-day', { ...WEEK, vehicleIds: [vehicleId] });
  // Each half: 3,600 s in trips, 600 of them idling; so 45 km in 6,000 s of driving, which is 27 km/h.
  expect(rows.map(({ cells }) => at(cells, ['day', 'distance', 'driving', 'average', 'trips']))).toEqual([
    ['2026-03-29', 45_000, 6000, 27, 2],
  ]);
  // Madrid set its clock forward that night: the day had 23 hours.
  expect(rows[0]?.moment).toEqual({ vehicleId, start: '2026-03-28T23:00:00.000Z', end: '2026-03-29T22:00:00.000Z' });
});
