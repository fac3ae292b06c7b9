import { afterAll, beforeAll, expect, test } from 'vitest';
import { addTracked, insertDay, insertStop, insertTrip } from '../../../testing/insert-facts.ts';
import { addOrganisation } from '../../../testing/organisations.ts';
import { requestReport, reportFixture, type ReportFixture, WEEK } from '../../../testing/report-fixture.ts';

let fixture: ReportFixture;
beforeAll(async () => {
  fixture = await reportFixture();
});
afterAll(() => fixture.http.close());

const requestCells = async (kind: string, params: object) => {
  const { columns, rows, totals } = await requestReport(fixture.admin, kind, params);
  const at = (cells: readonly unknown[], keys: readonly string[]) =>
    keys.map((key) => cells[columns.findIndex((column) => column.key === key)]);
  return { rows, totals, at };
};

test('a day is one row per vehicle, also after a change of its device, and opens whole in the history', async () => {
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
  const { rows, at } = await requestCells('day-by-day', { ...WEEK, vehicleIds: [vehicleId] });
  // Each half of the day has 3,600 s of trips, 600 of them idling: 45 km in 6,000 s of driving are 27 km/h.
  expect(rows.map(({ cells }) => at(cells, ['day', 'distance', 'driving', 'average', 'trips']))).toEqual([
    ['2026-03-29', 45_000, 6000, 27, 2],
  ]);
  // Madrid set its clock forward that night: the day had 23 hours.
  expect(rows[0]?.moment).toEqual({ vehicleId, start: '2026-03-28T23:00:00.000Z', end: '2026-03-29T22:00:00.000Z' });
});

test('rows with equal sort values are ordered by day and then by name of their vehicle', async () => {
  const { database } = fixture.http;
  // The order of their ids is opposite to that of their names, and the texts of ten and nine sort the wrong way round.
  for (const registration of ['ORDER C', 'ORDER B', 'ORDER A']) {
    const of = await addTracked(database, { registration });
    for (const day of ['2026-05-04', '2026-05-03']) await insertDay(database, of, { day, distanceM: 0 });
  }
  const params = { from: '2026-05-03', to: '2026-05-04' };
  const order = async (sort: string) => {
    const { rows, at } = await requestCells('day-by-day', { ...params, sort, direction: 'desc' });
    return rows
      .map(({ cells }) =>
        at(cells, ['day', 'vehicle'])
          .map((cell) => String(cell).slice(-1))
          .join(''),
      )
      .filter((text) => /[ABC]$/.test(text));
  };
  expect(await order('day')).toEqual(['4A', '4B', '4C', '3A', '3B', '3C']);
  expect(await order('overspeeds')).toEqual(['3A', '3B', '3C', '4A', '4B', '4C']);
});

test('a vehicle of an organisation in another zone that only stood drove 0 km, and did not idle', async () => {
  const { database } = fixture.http;
  const organisationId = await addOrganisation(database, 'Depot', 1);
  await database.query(`UPDATE organisations SET time_zone = 'Asia/Kolkata' WHERE id = $1`, [organisationId]);
  const of = await addTracked(database, { registration: 'FAR 1', organisationId });
  // Drove for an hour on 3 May and stood from then until after the 4th, in Madrid's local time.
  await insertTrip(database, of, { start: '2026-05-03T08:00:00Z', end: '2026-05-03T09:00:00Z', distanceM: 50_000 });
  await insertStop(database, of, { start: '2026-05-03T09:00:00Z', end: '2026-05-05T09:00:00Z' });
  for (const day of ['2026-05-03', '2026-05-04']) await insertDay(database, of, { day, distanceM: 0 });
  const { rows, totals, at } = await requestCells('day-by-day', {
    from: '2026-05-03',
    to: '2026-05-04',
    vehicleIds: [of.vehicleId],
    direction: 'asc',
    sort: 'day',
  });
  const keys = ['distance', 'driving', 'idle', 'stopped', 'average', 'max'];
  expect(rows.map(({ cells }) => at(cells, ['day', ...keys]))).toEqual([
    ['2026-05-03', 50_000, 3600, 0, 13 * 3600, 50, 60],
    ['2026-05-04', 0, 0, 0, 24 * 3600, null, 0],
  ]);
  expect(at(totals.cells, keys)).toEqual([50_000, 3600, 0, 37 * 3600, 50, 60]);
  expect(at(totals.known, ['distance', 'idle', 'stopped'])).toEqual([2, 2, 2]);
});
