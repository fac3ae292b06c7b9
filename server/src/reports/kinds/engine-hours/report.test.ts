import { afterAll, beforeAll, expect, test } from 'vitest';
import { addTracked, insertDay } from '../../../testing/insert-facts.ts';
import { requestReport, reportFixture, type ReportFixture } from '../../../testing/report-fixture.ts';

let fixture: ReportFixture;
beforeAll(async () => {
  fixture = await reportFixture();
});
afterAll(() => fixture.http.close());

const RANGE = { from: '2026-05-01', to: '2026-05-31' };
async function hours(vehicleIds: number[], keys: readonly string[]) {
  const { columns, rows, totals } = await requestReport(fixture.admin, 'engine-hours', {
    ...RANGE,
    vehicleIds,
    sort: 'vehicle',
  });
  const of = (cells: readonly unknown[]) => keys.map((key) => cells[columns.findIndex((one) => one.key === key)]);
  return { rows: rows.map(({ cells }) => of(cells)), totals: of(totals.cells) };
}

test('hours, idling and its fuel; unknown when only movement shows the engine', async () => {
  const { database } = fixture.http;
  const wired = await addTracked(database, { registration: 'ENG 1' });
  const moved = await addTracked(database, { registration: 'ENG 2' });
  // A day has 4,000 s with the engine on, 900 of them idling.
  for (const day of ['2026-05-01', '2026-05-02', '2026-06-01']) {
    await insertDay(database, wired, { day, distanceM: 10_000 });
  }
  await insertDay(database, moved, { day: '2026-05-01', distanceM: 10_000 });
  await database.query(
    `UPDATE day_totals SET engine_s = 3000, engine_known_s = 0, idle_s = 0, engine_by = '{"movement":3000}'
     WHERE vehicle_id = $1`,
    [moved.vehicleId],
  );
  await database.query('UPDATE vehicles SET idle_l_per_h = 2 WHERE id = $1', [wired.vehicleId]);
  const both = [wired.vehicleId, moved.vehicleId];
  const keys = ['engine', 'idle', 'idleShare', 'fuel', 'days', 'aDay', 'wire', 'movement'];
  expect(await hours(both, keys)).toEqual({
    rows: [
      [8000, 1800, 0.225, 1, 2, 4000, 6000, 2000],
      [null, null, null, null, 1, null, null, 3000],
    ],
    totals: [8000, 1800, 0.225, 1, 3, 4000, 6000, 5000],
  });
});

test('the hour meter is the last reading and the running time since', async () => {
  const { database } = fixture.http;
  const of = await addTracked(database, { registration: 'ENG 3' });
  for (const day of ['2026-05-01', '2026-05-02', '2026-06-01']) {
    await insertDay(database, of, { day, distanceM: 10_000 });
  }
  expect((await hours([of.vehicleId], ['meter'])).rows).toEqual([[null]]);
  await database.query(
    `INSERT INTO meter_readings (vehicle_id, meter, at, value) VALUES ($1, 'engine-hours', '2026-04-01', 1),
       ($1, 'engine-hours', '2026-05-02T00:00Z', 360000), ($1, 'odometer', '2026-05-03', 9)`,
    [of.vehicleId],
  );
  // The meter was read at the beginning of 2 May; that day and 1 June followed.
  expect((await hours([of.vehicleId], ['meter'])).rows).toEqual([[368_000]]);
});
