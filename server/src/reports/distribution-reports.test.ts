import { afterAll, beforeAll, expect, test } from 'vitest';
import { requestRows, reportFixture, type ReportFixture, WEEK } from '../testing/report-fixture.ts';

/**
 * The expected figures of the three runs of `report-runs-fixture.ts` were calculated by hand from docs/tracking.md.
 */
let fixture: ReportFixture;
beforeAll(async () => {
  fixture = await reportFixture();
});
afterAll(() => fixture.http.close());

const readRows = (kind: string, own: Record<string, string> = {}) => requestRows(fixture.admin, kind, { ...WEEK, own });

test('planned and actual routes: run by run, also without a vehicle, and the figures of all', async () => {
  const { rows, totals } = await readRows('planned-routes');
  expect(rows).toMatchObject([
    { day: '2026-03-30', vehicle: null, start: null, planned: 2, visited: 0, missed: 2, adherence: 0, onTime: null },
    {
      day: '2026-03-28',
      vehicle: 'sba 2',
      visited: 1,
      missed: 1,
      unplanned: 1,
      adherence: 0.5,
      onTime: 1,
      distance: null,
    },
    { day: '2026-03-27', vehicle: 'SBA 1', visited: 2, missed: 0, adherence: 1, onTime: 0.5, distance: 24_000 },
  ]);
  // 3 of 6 stops; 2 of 3 on time; 24 km for the two drops of the run whose distance is known.
  expect(totals).toMatchObject({ planned: 6, visited: 3, adherence: 0.5, plannedDistance: 60_000, distance: 24_000 });
  expect(totals.onTime).toBeCloseTo(2 / 3, 9);
});

test('adherence omits unknown stops, and is empty before a stop was visited or missed', async () => {
  const { database } = fixture.http;
  const write = (day: string, missed: number, unknown: number) =>
    database.query(
      `UPDATE run_facts SET missed = $2, unknown = $3 WHERE run_id = (SELECT id FROM route_runs WHERE day = $1)`,
      [day, missed, unknown],
    );
  // One stop of the second run has an unknown result; the third run has not reached its first stop.
  await write('2026-03-28', 0, 1);
  await write('2026-03-30', 0, 0);
  const { rows, totals } = await readRows('planned-routes');
  expect(rows.map(({ adherence }) => adherence)).toEqual([null, 1, 1]);
  expect(totals).toMatchObject({ adherence: 1 });
  expect((await readRows('driver-runs')).rows).toMatchObject([{ driver: 'Ana', adherence: 1 }, { adherence: null }]);
  await write('2026-03-28', 1, 0);
  await write('2026-03-30', 2, 0);
});

test('punctuality: the lateness of stops, and the share of the reached ones', async () => {
  const { rows, totals } = await readRows('punctuality');
  expect(rows.filter(({ state }) => state === 'missed')).toHaveLength(3);
  // Reached at 8:20; the window closed at 8:00.
  expect(rows.filter(({ late }) => late !== null)).toMatchObject([{ outlet: 'Kiosk', state: 'late', late: 1200 }]);
  expect(totals.onTime).toBeCloseTo(2 / 3, 9);
  expect((await readRows('punctuality', { show: 'onTime' })).rows).toHaveLength(2);
});

test('coverage: outlets that were due and visited, by outlet and by territory', async () => {
  const { rows, totals } = await readRows('outlet-coverage');
  expect(rows).toMatchObject([
    { outlet: 'Bakery', territory: 'Centre', due: 1, coverage: 1, planned: 3, visited: 2, missed: 1 },
    { outlet: 'Kiosk', territory: 'Centre', due: 1, coverage: 1, planned: 3, visited: 1, missed: 2 },
    { outlet: 'Market', territory: null, due: 0, coverage: null, planned: 0, visited: 0, unplanned: 1 },
  ]);
  // Three visits a week, over five days.
  expect(rows[0]?.wanted).toBeCloseTo(15 / 7, 9);
  expect(totals).toMatchObject({ due: 2, reached: 2, coverage: 1 });
  const { rows: territories } = await readRows('outlet-coverage', { by: 'territory' });
  expect(territories).toMatchObject([
    { territory: 'Centre', outlet: null, due: 2, reached: 2, coverage: 1, planned: 6, visited: 3, missed: 3 },
    { territory: null, due: 0, coverage: null, unplanned: 1 },
  ]);
});

test("outlet visits: each visit and each miss, with the driver's entries", async () => {
  const { rows, totals } = await readRows('outlet-visits');
  expect(rows).toHaveLength(7);
  expect(rows.filter(({ state }) => state === 'unplanned')).toMatchObject([
    { code: 'S-3', duration: 300, planned: null },
  ]);
  expect(rows.filter(({ said }) => said !== null)).toHaveLength(2);
  expect(totals.duration).toBe(2100);
});

const visitsOf = async (registration: string) =>
  (await readRows('outlet-visits')).rows.filter(({ vehicle }) => vehicle === registration).length;

test('a vehicle has the stops that it served itself when another one took over its run', async () => {
  const { database } = fixture.http;
  const [first, second] = [await visitsOf('SBA 1'), await visitsOf('sba 2')];
  await database.query(
    `UPDATE run_visits SET vehicle_id = (SELECT vehicle_id FROM route_runs WHERE day = '2026-03-28')
      WHERE run_id = (SELECT id FROM route_runs WHERE day = '2026-03-27') AND actual_order = 2`,
  );
  expect([await visitsOf('SBA 1'), await visitsOf('sba 2')]).toEqual([first - 1, second + 1]);
});

test('productivity by driver: over the sums of the runs, not the mean of their figures', async () => {
  const { rows } = await readRows('driver-runs');
  // 4 drops in 6 hours; 24 km for 2 drops; 2,100 s for 4 drops; 3 of 4 stops.
  expect(rows[0]).toMatchObject({ driver: 'Ana', runs: 2, drops: 4, kmPerDrop: 12, dwell: 525, adherence: 0.75 });
  expect(rows[0]?.dropsPerHour).toBeCloseTo(4 / 6, 9);
  expect(rows[1]).toMatchObject({ driver: null, runs: 1, drops: 0, missed: 2 });
});

test('returns: the returned goods, and their share of all deliveries on request', async () => {
  expect(await readRows('returns')).toMatchObject({
    rows: [{ outlet: 'Bakery', driver: 'Ana', delivered: 20, returned: 5, share: 0.25, note: 'Broken' }],
  });
  const { rows, totals } = await readRows('returns', { show: 'all' });
  expect(rows).toHaveLength(2);
  expect(totals).toMatchObject({ delivered: 40, returned: 5, share: 0.125 });
});
