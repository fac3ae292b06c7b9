import { afterAll, beforeAll, expect, test } from 'vitest';
import { addTracked, insertFence, insertStop, insertTrip, insertVisit } from '../../../testing/insert-facts.ts';
import { requestReport, reportFixture, type ReportFixture } from '../../../testing/report-fixture.ts';

let fixture: ReportFixture;
let fences: { depot: number; city: number; customer: number };
beforeAll(async () => {
  fixture = await reportFixture();
  const { database } = fixture.http;
  const fence = (name: string) => insertFence(database, { name });
  fences = { depot: await fence('Yard'), city: await fence('City'), customer: await fence('Customer') };
  await database.query('UPDATE geofences SET area_m2 = 90e6 WHERE id = $1', [fences.city]);
});
afterAll(() => fixture.http.close());

const KEYS = ['from', 'to', 'duration', 'distance', 'stops'] as const;
async function ways(vehicleId: number, params: object = {}) {
  const { columns, rows, totals } = await requestReport(fixture.admin, 'fence-to-fence', {
    from: '2026-05-01',
    to: '2026-05-02',
    direction: 'asc',
    vehicleIds: [vehicleId],
    ...params,
  });
  const of = (cells: readonly unknown[]) => KEYS.map((key) => cells[columns.findIndex((one) => one.key === key)]);
  return { rows: rows.map(({ cells }) => of(cells)), totals: of(totals.cells) };
}

const at = (time: string, day = '01') => `2026-05-${day}T${time}:00Z`;

test('a way has the time outside and its share of the trip', async () => {
  const { http } = fixture;
  const of = await addTracked(http.database, { registration: 'WAY 1' });
  const inside = (fenceId: number, start: string, end: string) =>
    insertVisit(http.database, of, { fenceId, start, end });
  // An hour and 40 minutes of driving in two trips of 60 km and 40 km; ten minutes of each are inside a geofence.
  await inside(fences.depot, at('05:00'), at('08:10'));
  await insertTrip(http.database, of, { start: at('08:00'), end: at('09:00'), distanceM: 60_000 });
  await insertStop(http.database, of, { start: at('09:00'), end: at('09:30') });
  await insertTrip(http.database, of, { start: at('09:30'), end: at('10:10'), distanceM: 40_000 });
  await inside(fences.customer, at('10:00'), at('12:00'));
  await inside(fences.customer, at('12:30'), at('13:00'));
  expect(await ways(of.vehicleId)).toEqual({
    rows: [
      ['Yard', 'Customer', 6600, 80_000, 1],
      // No trip gives the distance.
      ['Customer', 'Customer', 1800, null, 0],
    ],
    totals: [null, null, 8400, null, null],
  });
  expect((await ways(of.vehicleId, { own: { routes: 'other' } })).rows).toHaveLength(1);
  // With a single geofence there is no way between two.
  expect((await ways(of.vehicleId, { fenceIds: [fences.depot] })).rows).toEqual([]);
});

test('of nested geofences the smaller one counts, and a way counts where it began', async () => {
  const { http } = fixture;
  const of = await addTracked(http.database, { registration: 'WAY 2' });
  const inside = (fenceId: number, start: string, end: string) =>
    insertVisit(http.database, of, { fenceId, start, end });
  // Within the city from the yard to the customer; then both are left simultaneously, and entered simultaneously on the
  // next day.
  await inside(fences.city, at('05:00'), at('20:00'));
  await inside(fences.depot, at('05:00'), at('08:00'));
  await inside(fences.customer, at('09:00'), at('20:00'));
  await inside(fences.city, at('04:00', '02'), at('04:30', '03'));
  await inside(fences.depot, at('04:00', '02'), at('04:00', '03'));
  const day = (from: string, to = from) => ways(of.vehicleId, { from: `2026-05-${from}`, to: `2026-05-${to}` });
  const first = ['Yard', 'Customer', 3600, null, 0];
  const night = ['Customer', 'Yard', 8 * 3600, null, 0];
  expect((await day('01')).rows).toEqual([first, night]);
  expect((await day('02')).rows).toEqual([]);
  expect((await day('01', '03')).rows).toEqual([first, night]);
});

test('a geofence that was only crossed ends a way and begins the next', async () => {
  const { http } = fixture;
  const of = await addTracked(http.database, { registration: 'WAY 3' });
  await insertVisit(http.database, of, { fenceId: fences.depot, start: at('05:00'), end: at('08:00') });
  await insertVisit(http.database, of, { fenceId: fences.customer, start: at('08:20'), end: at('08:20') });
  await insertVisit(http.database, of, { fenceId: fences.depot, start: at('09:00'), end: null, durationS: 60 });
  expect((await ways(of.vehicleId)).rows.map(([from, to, duration]) => [from, to, duration])).toEqual([
    ['Yard', 'Customer', 1200],
    ['Customer', 'Yard', 2400],
  ]);
});

/** Visits over the day and both its ends: consecutive, or some while others are open; some without duration. */
const visitsOf = (isSeparate: boolean) => {
  let free = 0;
  return Array.from({ length: 45 }, (_, n) => {
    const start = isSeparate ? free + (n % 4) * 7 : n * 45 + ((n * n) % 60);
    const end = start + ((n * n * 13) % (isSeparate ? 80 : 150));
    free = end;
    return { fence: n % 3, start, end };
  });
};

/** Minutes from 18:00 UTC, four hours before the day begins in Madrid. */
const moment = (minute: number) => new Date(Date.parse('2026-04-30T18:00:00Z') + minute * 60_000).toISOString();
const sorted = (all: unknown[][]) => all.map((way) => way.slice(0, 3).join(' ')).toSorted();

test.each([true, false])('ways match a walk through all exits and entries (apart: %s)', async (isSeparate) => {
  const { http } = fixture;
  const of = await addTracked(http.database, { registration: `WALK ${isSeparate}` });
  const names = ['Yard', 'Customer', 'City'];
  const ids = [fences.depot, fences.customer, fences.city];
  await http.database.query(
    'UPDATE geofences g SET area_m2 = 1000 * n FROM unnest($1::int[]) WITH ORDINALITY a (id, n) WHERE g.id = a.id',
    [ids],
  );
  const moves: { at: number; rank: number; size: number; id: number; enters: boolean; fence: number }[] = [];
  for (const { fence, start, end } of visitsOf(isSeparate)) {
    const span = { start: moment(start), end: moment(end) };
    const id = await insertVisit(http.database, of, { fenceId: ids[fence] ?? 0, ...span });
    // At the same moment, exits precede entries; the smallest geofence is left last and entered first.
    moves.push({ at: start, rank: 1, size: fence, id, enters: true, fence });
    moves.push({ at: end, rank: end === start ? 2 : 0, size: -fence, id, enters: false, fence });
  }
  moves.sort((a, b) => a.at - b.at || a.rank - b.rank || a.size - b.size || a.id - b.id);
  const expected = moves.flatMap((move, index) => {
    const next = moves[index + 1];
    const way = !move.enters && next?.enters && move.at >= 240 && move.at < 240 + 1440;
    return way ? [[names[move.fence], names[next.fence], (next.at - move.at) * 60]] : [];
  });
  expect(expected.length).toBeGreaterThan(9);
  const { rows } = await ways(of.vehicleId, { to: '2026-05-01', pageSize: 100 });
  expect(sorted(rows)).toEqual(sorted(expected));
});
