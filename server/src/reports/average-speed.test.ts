import { afterAll, beforeAll, expect, test } from 'vitest';
import { addTracked, insertTrip } from '../testing/insert-facts.ts';
import { addOrganisation } from '../testing/organisations.ts';
import { requestReport, reportFixture, type ReportFixture } from '../testing/report-fixture.ts';

let fixture: ReportFixture;
beforeAll(async () => {
  fixture = await reportFixture();
});
afterAll(() => fixture.http.close());

const rounded = (cell: unknown) => (typeof cell === 'number' ? Math.round(cell * 100) / 100 : cell);

/** The average of each row, by ascending time or name, and of all rows. */
async function averages(kind: string, params: object) {
  const { columns, rows, totals } = await requestReport(fixture.admin, kind, {
    from: '2026-05-04',
    to: '2026-05-05',
    direction: 'asc',
    ...params,
  });
  const at = columns.findIndex(({ key }) => key === 'average');
  return { rows: rows.map(({ cells }) => rounded(cells[at])), total: rounded(totals.cells[at]) };
}

test('metres in gaps count in no average, on trips, days and vehicles', async () => {
  const { database } = fixture.http;
  const of = await addTracked(database, { registration: 'HOLE 1' });
  const vehicleIds = [of.vehicleId];
  // An hour of which 40 minutes and 90 of 100 km are unknown, then 30 km in half an hour, then an hour that is unknown.
  const trips = [
    { start: '2026-05-04T06:00:00Z', end: '2026-05-04T07:00:00Z', distanceM: 100_000, unseenS: 2400, unseenM: 90_000 },
    { start: '2026-05-04T08:00:00Z', end: '2026-05-04T08:30:00Z', distanceM: 30_000 },
    { start: '2026-05-05T08:00:00Z', end: '2026-05-05T10:00:00Z', distanceM: 80_000, unseenS: 7200, unseenM: 80_000 },
  ];
  for (const trip of trips) await insertTrip(database, of, trip);
  for (const [day, distanceM, tripS, unseenM] of [
    ['2026-05-04', 130_000, 3000, 90_000],
    ['2026-05-05', 80_000, 0, 80_000],
  ]) {
    await database.query(
      `INSERT INTO day_totals (installation_id, key, confirmed_at, vehicle_id, day, started_at, ended_at, distance_m, trip_s,
         trip_idle_s, stop_s, idle_s, engine_s, trips, stops, idles, overspeeds, alarms, max_kph, bridged_m, unseen_m,
         positions, invalid, legs)
       VALUES ($1, 'day:' || $3::text, now(), $2, $3::date, $3::date, $3::date + 1, $4, $5, 0, 0, 0, 0, 1, 0, 0, 0, 0, 60, $6, $6,
         9, 0, '{}')`,
      [of.installationId, of.vehicleId, day, distanceM, tripS, unseenM],
    );
  }
  // 10 km in 20 minutes and 30 km in 30: 40 km in 50 minutes.
  expect(await averages('trips', { vehicleIds })).toEqual({ rows: [30, 60, null], total: 48 });
  expect(await averages('day-by-day', { vehicleIds, sort: 'day' })).toEqual({ rows: [48, null], total: 48 });
  expect(await averages('travel-summary', { vehicleIds })).toEqual({ rows: [48], total: 48 });

  // The same for a vehicle whose days are those of another time zone.
  const organisationId = await addOrganisation(database, 'Far', 1);
  await database.query(`UPDATE organisations SET time_zone = 'Asia/Kolkata' WHERE id = $1`, [organisationId]);
  const far = await addTracked(database, { registration: 'HOLE 2', organisationId });
  for (const trip of trips) await insertTrip(database, far, trip);
  expect(await averages('day-by-day', { vehicleIds: [far.vehicleId], sort: 'day' })).toEqual({
    rows: [48, null],
    total: 48,
  });
});
