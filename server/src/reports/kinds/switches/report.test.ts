import { afterAll, beforeAll, expect, test } from 'vitest';
import { addTracked, insertSwitch } from '../../../testing/insert-facts.ts';
import { requestReport, reportFixture, type ReportFixture } from '../../../testing/report-fixture.ts';

let fixture: ReportFixture;
beforeAll(async () => {
  fixture = await reportFixture();
});
afterAll(() => fixture.http.close());

test('lists the times switched on in the range, cut at its ends; those of one switch if chosen', async () => {
  const { database } = fixture.http;
  const of = await addTracked(database, { registration: 'SW 1' });
  // Days in Madrid, two hours ahead of UTC in May: the 2nd begins at 22:00 UTC of the 1st.
  await insertSwitch(database, of, { start: '2026-05-01T20:00:00Z', end: '2026-05-01T23:00:00Z', name: 'door' });
  await insertSwitch(database, of, { start: '2026-05-02T10:00:00Z', end: '2026-05-02T10:10:00Z', name: 'door' });
  await insertSwitch(database, of, { start: '2026-04-20T00:00:00Z', end: '2026-05-20T00:00:00Z', name: 'ac' });
  await insertSwitch(database, of, { start: '2026-04-30T10:00:00Z', end: '2026-04-30T11:00:00Z', name: 'input2' });
  const day = { from: '2026-05-02', to: '2026-05-02', vehicleIds: [of.vehicleId], sort: 'start' };
  const readRows = async (own: Record<string, string> = {}) => {
    const { columns, rows, totals } = await requestReport(fixture.admin, 'switches', { ...day, direction: 'asc', own });
    const [name, duration] = ['name', 'duration'].map((key) => columns.findIndex((one) => one.key === key));
    const cellsOf = (cells: readonly unknown[]) => [cells[name ?? 0], cells[duration ?? 0]];
    return { rows: rows.map(({ cells }) => cellsOf(cells)), total: totals.cells[duration ?? 0] };
  };
  expect(await readRows()).toEqual({
    rows: [
      ['ac', 86_400],
      ['door', 3600],
      ['door', 600],
    ],
    total: 90_600,
  });
  expect(await readRows({ only: 'door' })).toEqual({
    rows: [
      ['door', 3600],
      ['door', 600],
    ],
    total: 4200,
  });
});

test('a reported sensor has its name, and is selected by its kind', async () => {
  const { database, organisationId } = await withOrganisation();
  const of = await addTracked(database, { registration: 'SW 2' });
  const { rows: made } = await database.query<{ id: number }>(
    `INSERT INTO sensors (organisation_id, vehicle_id, name, kind, unit, versions)
     VALUES ($1, $2, 'Crane', 'pto', '', '[]'), ($1, $2, 'Rear door', 'door', '', '[]') RETURNING id`,
    [organisationId, of.vehicleId],
  );
  for (const [index, { id }] of made.entries()) {
    // The first overlaps the beginning of the range.
    const start = `2026-05-0${1 + index}T${index === 0 ? 21 : 12}:00:00Z`;
    const end = `2026-05-0${1 + index}T${index === 0 ? 23 : 13}:00:00Z`;
    await insertSwitch(database, of, { start, end, name: `sensor:${id}`, sensorId: id });
  }
  const day = { from: '2026-05-02', to: '2026-05-02', vehicleIds: [of.vehicleId], sort: 'start' };
  const readRows = async (own: Record<string, string> = {}) => {
    const { columns, rows } = await requestReport(fixture.admin, 'switches', { ...day, direction: 'asc', own });
    const wanted = ['name', 'sensor', 'duration'].map((key) => columns.findIndex((one) => one.key === key));
    return rows.map(({ cells }) => wanted.map((index) => cells[index]));
  };
  expect(await readRows()).toEqual([
    ['pto', 'Crane', 3600],
    ['door', 'Rear door', 3600],
  ]);
  expect(await readRows({ only: 'pto' })).toEqual([['pto', 'Crane', 3600]]);
});

async function withOrganisation() {
  const { database } = fixture.http;
  const { rows } = await database.query<{ id: number }>('SELECT id FROM organisations ORDER BY id LIMIT 1');
  return { database, organisationId: rows[0]?.id ?? 0 };
}
