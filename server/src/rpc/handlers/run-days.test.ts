import { addDays } from '@milepost/contract/route-days';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeExpected } from '../../store/runs/expected-runs.ts';
import { makeRunFacts } from '../../store/runs/make-run-facts.ts';
import type { ColdCounts } from '../../store/runs/write-run-cold.ts';
import { markRunsOfTime } from '../../store/runs/run-marks.ts';
import { httpFixture, type HttpFixture } from '../../testing/http-fixture.ts';
import { requestReport } from '../../testing/report-fixture.ts';
import { addUser } from '../../testing/organisations.ts';
import { hoursToAfternoon, routeWorld, runInput, type RouteWorld } from '../../testing/route-world.ts';
import type { TestBrowser } from '../../testing/test-browser.ts';

let fixture: HttpFixture;
let admin: TestBrowser;
let world: RouteWorld;
/** The offset of the organisation's clock, so that a run that began two hours ago is always one of today. */
let hoursAhead = 0;
beforeAll(async () => {
  fixture = await httpFixture();
  admin = await fixture.signedIn();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  hoursAhead = hoursToAfternoon();
  world = await routeWorld(fixture, admin, hoursAhead);
});

const MINUTE = 60_000;
const clock = (ms: number) => new Date(ms + hoursAhead * 60 * MINUTE).toISOString().slice(11, 16);
const sql = (text: string, values: unknown[] = []) => fixture.database.query(text, values);

/**
 * Moves the first run of a route to a day, with a start and, relative to it, the planned minutes and windows of its
 * stops.
 */
async function moveRun(
  routeId: number,
  day: string,
  startsAt: number,
  stops: readonly { outletId: number; after: number; until?: number }[],
) {
  const { rows } = await sql('SELECT id FROM route_runs WHERE route_id = $1 ORDER BY day LIMIT 1', [routeId]);
  const id: number = rows[0].id;
  await sql(
    `UPDATE route_runs SET day = $2, starts_at = to_timestamp($3 / 1000.0),
       ends_at = to_timestamp($3 / 1000.0) + interval '4 hours', driving_m = 10000 WHERE id = $1`,
    [id, day, startsAt],
  );
  for (const { outletId, after, until } of stops) {
    const [at, from, to] = [after, until === undefined ? null : 0, until ?? null].map(
      (minutes) => minutes && startsAt / 1000 + minutes * 60,
    );
    await sql(
      `UPDATE route_run_stops SET planned_arrival = to_timestamp($3), planned_departure = to_timestamp($3 + 300),
         window_from = to_timestamp($4), window_to = to_timestamp($5) WHERE run_id = $1 AND outlet_id = $2`,
      [id, outletId, at, from === 0 ? startsAt / 1000 : from, to],
    );
  }
  return id;
}

/**
 * A dwell of this many minutes, beginning so many minutes after the start; `drivenM` is the distance driven by then.
 */
const insertDwell = (
  vehicleId: number,
  placeId: number,
  startsAt: number,
  after: number,
  minutes: number,
  metres: number,
) => {
  const [from, to] = [startsAt + after * MINUTE, startsAt + (after + minutes) * MINUTE];
  return sql(
    `INSERT INTO place_stays (installation_id, key, confirmed_at, vehicle_id, started_at, ended_at, duration_s, place_id,
       seen_at, start_m, end_m, halts)
     SELECT i.id, $7, to_timestamp($3::float8), $1, to_timestamp($3), to_timestamp($4::float8), 0, $2::int,
       to_timestamp($4), $5, $5, $6 FROM installations i WHERE i.vehicle_id = $1`,
    [
      vehicleId,
      placeId,
      from / 1000,
      to / 1000,
      metres,
      JSON.stringify([{ from, to, lat: 0, lon: 0 }]),
      `${placeId} ${after}`,
    ],
  );
};

/**
 * A run of today with three stops, of which two were served, the second late; and one of yesterday without any report.
 */
async function twoDays() {
  const outlets = [await world.outlet('A', 0.01), await world.outlet('B', 0.02), await world.outlet('C', 0.03)];
  const [a = 0, b = 0, c = 0] = outlets.map(({ id }) => id);
  const [van, silent] = [await world.vehicle('VAN 1'), await world.vehicle('VAN 2')];
  await sql(
    `WITH made AS (INSERT INTO devices (organisation_id, identity) VALUES (1, $1) RETURNING id)
     INSERT INTO installations (device_id, vehicle_id, installed_at) SELECT id, $2, '2026-01-01' FROM made`,
    [`run-days-${van}`, van],
  );
  const { depot } = await admin.call('save-depot', { name: 'Yard', place: { lat: 0.0001, lon: 0 } });
  const depotId = depot?.id ?? 0;
  const [north, south] = [await world.route('North'), await world.route('South')];
  await world.plan(north, [a, b, c], { vehicleId: van, beginDepotId: depotId, endDepotId: depotId });
  await world.plan(south, [a, b], { vehicleId: silent });
  const startsAt = Math.floor(Date.now() / 1000) * 1000 - 120 * MINUTE;
  const today = await moveRun(north, world.today, startsAt, [
    { outletId: a, after: 20, until: 60 },
    { outletId: b, after: 50, until: 60 },
    { outletId: c, after: 100, until: 300 },
  ]);
  const yesterday = await moveRun(south, addDays(world.today, -1), startsAt - 30 * 60 * MINUTE, [
    { outletId: a, after: 20 },
    { outletId: b, after: 40 },
  ]);
  await insertDwell(van, -depotId, startsAt, -60, 60, 0);
  await insertDwell(van, a, startsAt, 30, 4, 2000);
  await insertDwell(van, b, startsAt, 90, 6, 5000);
  await markRunsOfTime(fixture.database);
  while ((await makeRunFacts(fixture.database, Date.now())).taken > 0);
  await makeExpected(fixture.database, new Map(), [today], Date.now());
  return { a, b, c, van, depotId, north, today, yesterday, startsAt };
}

test('a run shows where its vehicle was seen, but no reports of its device in another vehicle or on another day', async () => {
  const { van, startsAt } = await twoDays();
  const whereabouts = async (fixAfter: number, installedAfter: number) => {
    await sql(`UPDATE installations SET installed_at = to_timestamp($2) WHERE vehicle_id = $1`, [
      van,
      startsAt / 1000 + installedAfter * 60,
    ]);
    const time = new Date(startsAt + fixAfter * MINUTE);
    await sql(
      `INSERT INTO device_states (device_id, heard_at, fix_time, received_at, lat, lon, speed_dkph, flags, attributes, tracking)
       SELECT device_id, $2, $2, $2, 10000000, 20000000, 0, 1, '{}', '{}' FROM installations WHERE vehicle_id = $1
       ON CONFLICT (device_id) DO UPDATE SET fix_time = $2`,
      [van, time],
    );
    return (await admin.call('get-run-day', {})).rows?.[0]?.whereabouts;
  };
  const [before, hour] = [-24 * 60, 60];
  expect(await whereabouts(hour, before)).toEqual({
    lat: 1,
    lon: 2,
    at: new Date(startsAt + hour * MINUTE).toISOString(),
  });
  expect(await whereabouts(hour, hour + 10)).toBeNull();
  expect(await whereabouts(-180, before)).toBeNull();
});

test('a day shows its runs, its figures and what is behind them', async () => {
  const { b, c, van, depotId, north, today, yesterday, startsAt } = await twoDays();
  const { rows = [], counts, total, day } = await admin.call('get-run-day', {});
  expect({ total, day, counts }).toMatchObject({ total: 1, day: world.today, counts: { 'under-way': 1, late: 0 } });
  expect(rows[0]).toMatchObject({
    id: today,
    state: 'under-way',
    vehicle: { id: van },
    planned: 3,
    visited: 2,
    late: 1,
    begunAt: new Date(startsAt).toISOString(),
    stops: [
      { name: 'A', state: 'done', late: false },
      { name: 'B', state: 'done', late: true, arrivedAt: new Date(startsAt + 90 * MINUTE).toISOString() },
      { name: 'C', state: 'planned', late: false, expectedAt: expect.any(String), errorS: expect.any(Number) },
    ],
  });

  const { sums, before } = await admin.call('get-run-day-figures', {});
  // The two dwells were 4 and 6 minutes; the run took 96 minutes from its begin to the last departure.
  expect(sums).toMatchObject({
    runs: 1,
    planned: 3,
    visited: 2,
    missed: 0,
    unknown: 0,
    unplanned: 0,
    inSequence: 2,
    windows: 2,
    onTime: 1,
    late: 1,
    due: 3,
    covered: 2,
    stoodS: 600,
    lastedS: 5760,
    drivenM: 5000,
    dropsDriven: 2,
    plannedM: 10_000,
  });
  expect(before).toMatchObject({ runs: 1, planned: 2, visited: 0, missed: 0, unknown: 2 });

  const stopsOf = async (figure: 'late' | 'unvisited' | 'on-time' | 'unknown', more = {}) =>
    (await admin.call('get-run-day-stops', { figure, ...more })).rows?.map(({ outletId, runId }) => [outletId, runId]);
  expect(await stopsOf('late')).toEqual([[b, today]]);
  expect(await stopsOf('unvisited')).toEqual([[c, today]]);
  expect(await stopsOf('on-time')).toHaveLength(1);
  expect(await stopsOf('unknown', { day: addDays(world.today, -1) })).toMatchObject([
    [expect.any(Number), yesterday],
    [b, yesterday],
  ]);

  // Filters by name, depot, state and territory.
  const found = async (more: Record<string, unknown>) => (await admin.call('get-run-day', more)).total;
  expect(await found({ search: 'nor van' })).toBe(1);
  expect(await found({ search: 'south' })).toBe(0);
  expect(await found({ depotId })).toBe(1);
  expect(await found({ states: ['late'] })).toBe(0);
  expect(await found({ day: addDays(world.today, -1), states: ['unknown'] })).toBe(1);
  const area = [
    { lat: -0.01, lon: 0.015 },
    { lat: 0.01, lon: 0.015 },
    { lat: 0.01, lon: 0.05 },
    { lat: -0.01, lon: 0.05 },
  ];
  const { territory } = await admin.call('save-territory', { name: 'East', areas: [area] });
  await sql(`UPDATE route_run_stops SET territory_id = $1 WHERE outlet_id = ANY($2)`, [territory?.id, [b, c]]);
  while ((await makeRunFacts(fixture.database, Date.now())).taken > 0);
  const { territories = [] } = await admin.call('get-run-day-figures', {});
  expect(territories.map((one) => [one.territory?.name, one.planned, one.visited, one.late])).toEqual([
    ['East', 2, 1, 1],
    [undefined, 1, 1, 0],
  ]);
  expect(await found({ territoryId: territory?.id })).toBe(1);
  expect(await stopsOf('late', { territoryId: territory?.id })).toEqual([[b, today]]);

  // A cancelled run is listed but counts in no figure.
  await sql(`UPDATE route_runs SET state = 'cancelled' WHERE id = $1`, [today]);
  while ((await makeRunFacts(fixture.database, Date.now())).taken > 0);
  expect((await admin.call('get-run-day', {})).counts).toMatchObject({ cancelled: 1, 'under-way': 0 });
  expect((await admin.call('get-run-day-figures', {})).sums).toMatchObject({ runs: 0, planned: 0 });
  expect(north).toBeGreaterThan(0);
});

test('a run shows what was planned, what happened, and what changed afterwards', async () => {
  const { b, c, van, today, yesterday, startsAt } = await twoDays();
  const { fact } = await admin.call('get-run-facts', { id: today });
  expect(fact).toMatchObject({
    run: { id: today, vehicle: { id: van } },
    state: 'under-way',
    drivenM: 5000,
    begunBy: 'depot',
    closedAt: null,
    sums: { planned: 3, visited: 2, late: 1 },
    changes: [],
  });
  expect(fact?.stops.map(({ name, state, order, late, stoodS }) => [name, state, order, late, stoodS])).toEqual([
    ['A', 'done', 1, false, 240],
    ['B', 'done', 2, true, 360],
    ['C', 'planned', null, false, 0],
  ]);

  const visits = await admin.call('get-outlet-visits', { outletId: b });
  expect(visits.total).toBe(visits.rows?.length);
  expect(visits.rows?.map(({ runId, state, late, stoodS }) => [runId, state, late, stoodS])).toEqual([
    [today, 'done', true, 360],
    [yesterday, 'unknown', false, 0],
  ]);
  // A stop in the future is no visit.
  expect(await admin.call('get-outlet-visits', { outletId: c })).toMatchObject({ rows: [], total: 0 });

  // The result of a run that was closed without any report becomes known later.
  const began = startsAt - 30 * 60 * MINUTE;
  const { rows } = await sql('SELECT id FROM vehicles WHERE registration = $1', ['VAN 2']);
  await sql('UPDATE installations SET vehicle_id = $1 WHERE vehicle_id = $2', [rows[0].id, van]);
  await insertDwell(rows[0].id, b, began, 70, 5, 9000);
  while ((await makeRunFacts(fixture.database, Date.now())).taken > 0);
  const late = (await admin.call('get-run-facts', { id: yesterday })).fact;
  expect(late?.changes.find(({ outlet }) => outlet?.id === b)).toMatchObject({
    before: { state: 'unknown' },
    after: { state: 'done', at: new Date(began + 70 * MINUTE).toISOString() },
  });
  expect(late?.changedAfterClose).not.toBeNull();
});

test('a vehicle takes over a run from the given moment, and both are shown', async () => {
  const { a, b, c, van, today, startsAt } = await twoDays();
  const other = await world.vehicle('VAN 3');
  await sql(
    `WITH made AS (INSERT INTO devices (organisation_id, identity) VALUES (1, $1) RETURNING id)
     INSERT INTO installations (device_id, vehicle_id, installed_at) SELECT id, $2, '2026-01-01' FROM made`,
    [`run-days-${other}`, other],
  );
  const facts = async () => {
    while ((await makeRunFacts(fixture.database, Date.now())).taken > 0);
    return (await admin.call('get-run-facts', { id: today })).fact;
  };
  const change = async (vehicleId: number, vehicleFrom?: string) => {
    const { run } = await admin.call('get-run-by-id', { id: today });
    if (!run) throw new Error('no run');
    return admin.call('change-run', { ...runInput(run), vehicleId, ...(vehicleFrom && { vehicleFrom }) });
  };
  const at = (minutes: number) => new Date(startsAt + minutes * MINUTE).toISOString();
  for (const moment of [at(-150), at(130)]) {
    expect(await change(other, moment)).toMatchObject({
      status: 422,
      faults: { vehicleFrom: { code: 'vehicle-from-in-run' } },
    });
  }
  // The vehicle changes between the first and the second stop: what the former vehicle did later does not belong to
  // this run.
  expect(await change(other, at(60))).toMatchObject({
    status: 200,
    run: {
      vehicle: { id: other },
      vehicles: [
        { id: van, from: null, until: at(60) },
        { id: other, from: at(60), until: null },
      ],
      history: [{ changes: [{ what: 'vehicle' }, { what: 'vehicle-from', to: clock(startsAt + 60 * MINUTE) }] }, {}],
    },
  });
  await insertDwell(other, c, startsAt, 70, 5, 1000);
  const stops = (await facts())?.stops.map(({ outletId, state, vehicleId }) => [outletId, state, vehicleId]);
  expect(stops).toEqual([
    [a, 'done', van],
    [b, 'planned', other],
    [c, 'done', other],
  ]);
  // The run goes back to the first vehicle from now on, and then is as if there had never been another.
  expect((await change(van)).run?.vehicles).toHaveLength(3);
  expect((await facts())?.sums).toMatchObject({ planned: 3, visited: 2 });
  await change(other, 'start');
  expect((await facts())?.stops.map(({ state }) => state)).toEqual(['planned', 'planned', 'done']);
  expect((await change(van, 'start')).run?.vehicles).toEqual([{ id: van, name: 'VAN 1', from: null, until: null }]);
  expect((await facts())?.stops.map(({ state }) => state)).toEqual(['done', 'done', 'planned']);
});

/** A run that another vehicle took over between its first and its second stop, with the stops that each served. */
async function takenOver() {
  const days = await twoDays();
  const { van, c, today, startsAt } = days;
  const other = await world.vehicle('VAN 3');
  await sql(
    `WITH made AS (INSERT INTO devices (organisation_id, identity) VALUES (1, $1) RETURNING id)
     INSERT INTO installations (device_id, vehicle_id, installed_at) SELECT id, $2, '2026-01-01' FROM made`,
    [`run-days-${other}`, other],
  );
  const { run } = await admin.call('get-run-by-id', { id: today });
  if (!run) throw new Error('no run');
  const vehicleFrom = new Date(startsAt + 60 * MINUTE).toISOString();
  expect((await admin.call('change-run', { ...runInput(run), vehicleId: other, vehicleFrom })).status).toBe(200);
  await insertDwell(other, c, startsAt, 70, 5, 1000);
  while ((await makeRunFacts(fixture.database, Date.now())).taken > 0);
  return { ...days, van, other };
}

test('a person limited to the vehicle on a run does not learn which one was on it before', async () => {
  const { a, van, other, today, startsAt } = await takenOver();
  await addUser(fixture.database, {
    username: 'of one van',
    password: 'correct horse battery',
    organisationId: 1,
    grants: { routes: ['view', 'edit'], distribution: ['view'], vehicles: ['view'], reports: ['view'] },
  });
  await sql(`UPDATE users SET limited = true, limit_vehicle_ids = $1 WHERE username = 'of one van'`, [[other]]);
  const limited = await fixture.signedIn('of one van', 'correct horse battery');
  const { fact } = await limited.call('get-run-facts', { id: today });
  if (!fact) throw new Error('no run');
  const at = new Date(startsAt + 60 * MINUTE).toISOString();
  expect(fact.run.vehicles).toEqual([
    { id: null, name: null, from: null, until: at },
    { id: other, name: 'VAN 3', from: at, until: null },
  ]);
  // Served stops stay recorded.
  expect(fact.stops.map(({ state, vehicleId }) => [state, vehicleId])).toEqual([
    ['done', null],
    ['planned', other],
    ['done', other],
  ]);
  expect(fact.run.history[0]?.changes[0]).toEqual({ what: 'vehicle', from: 'hidden-vehicle', to: 'VAN 3' });
  const { run } = await limited.call('get-run-by-id', { id: today });
  if (!run) throw new Error('no run');
  const visits = (await limited.call('get-outlet-visits', { outletId: a })).rows;
  expect(visits).toMatchObject([{ runId: today, vehicle: null }]);
  const stopsOf = (await limited.call('get-run-day-stops', { figure: 'visited' })).rows;
  expect(stopsOf?.map(({ vehicle }) => vehicle)).toEqual([null, { id: other, name: 'VAN 3' }]);
  // The former vehicle is on another run at the time to which this one is moved.
  const moved = await world.route('Other');
  await world.plan(moved, [a]);
  await sql(
    `UPDATE route_runs SET vehicle_id = $2, starts_at = $3::timestamptz, ends_at = $3::timestamptz + interval '1 hour'
      WHERE id = (SELECT id FROM route_runs WHERE route_id = $1 ORDER BY day LIMIT 1)`,
    [moved, van, new Date(Date.parse(world.today) - hoursAhead * 60 * MINUTE)],
  );
  const refused = await limited.call('change-run', { ...runInput(run), startMin: 0 });
  expect(refused.faults).toMatchObject({ vehicleId: { code: 'former-vehicle-busy' } });
  const report = await requestReport(limited, 'planned-routes', { range: 'today', columns: ['route', 'former'] });
  const json = JSON.stringify([fact, run, visits, stopsOf, refused, report.rows]);
  expect(report.rows).toHaveLength(1);
  expect(json).toContain('VAN 3');
  expect(json).not.toContain('VAN 1');
  const whole = JSON.stringify((await admin.call('get-run-facts', { id: today })).fact);
  expect(whole).toContain('VAN 1');
});

test('a driver who takes over a run sees on their page what the vehicle before has served', async () => {
  const { today } = await takenOver();
  await sql(`UPDATE route_runs SET ends_at = now() + interval '1 hour' WHERE id = $1`, [today]);
  const { token = '' } = await admin.call('create-run-link', { runId: today });
  const { run } = await admin.call('get-driver-run', { token });
  // The third stop was served by the present vehicle, as its driver reported.
  expect(run?.stops.map(({ name, servedBefore }) => [name, servedBefore])).toEqual([
    ['A', true],
    ['B', false],
    ['C', false],
  ]);
});

test('vehicles of a run can be deleted permanently, and its sums match its visits', async () => {
  const { van, other, today } = await takenOver();
  const sums = async () =>
    (await sql('SELECT vehicle_id, visits FROM run_visit_sums WHERE run_id = $1 ORDER BY vehicle_id', [today])).rows;
  expect(await sums()).toEqual([
    { vehicle_id: van, visits: 1 },
    { vehicle_id: other, visits: 1 },
  ]);
  await sql('DELETE FROM vehicles WHERE id = $1', [van]);
  await sql('DELETE FROM vehicles WHERE id = $1', [other]);
  while ((await makeRunFacts(fixture.database, Date.now())).taken > 0);
  const { rows } = await sql(
    `SELECT vehicle_id, count(*)::int AS visits FROM run_visits WHERE run_id = $1 AND state <> 'planned' GROUP BY vehicle_id`,
    [today],
  );
  expect(await sums()).toEqual(rows);
});

test('at most fifty vehicles take turns on a run', async () => {
  const { van, today } = await twoDays();
  const other = await world.vehicle('VAN 3');
  for (let round = 1; round < 50; round += 1) {
    await sql(
      `UPDATE route_runs SET vehicle_id = $2, vehicle_from = starts_at + make_interval(secs => $3) WHERE id = $1`,
      [today, round % 2 ? other : van, round],
    );
  }
  const { run } = await admin.call('get-run-by-id', { id: today });
  if (!run) throw new Error('no run');
  const change = (vehicleFrom: string) => admin.call('change-run', { ...runInput(run), vehicleId: van, vehicleFrom });
  expect(await change('now')).toMatchObject({ status: 409, code: 'most-kept' });
  expect((await change('start')).run?.vehicles).toHaveLength(1);
});

test('a vehicle that left a run is free for another one from then on', async () => {
  const { van, today, startsAt } = await twoDays();
  const other = await world.vehicle('VAN 3');
  const { run } = await admin.call('get-run-by-id', { id: today });
  if (!run) throw new Error('no run');
  await admin.call('change-run', {
    ...runInput(run),
    vehicleId: other,
    vehicleFrom: new Date(startsAt + 20 * MINUTE).toISOString(),
  });
  const next = await moveRun(
    (await world.runs()).find(({ route: of }) => of.name === 'South')?.route.id ?? 0,
    world.today,
    startsAt + 30 * MINUTE,
    [],
  );
  const { run: south } = await admin.call('get-run-by-id', { id: next });
  if (!south) throw new Error('no run');
  expect((await admin.call('change-run', { ...runInput(south), vehicleId: other, vehicleFrom: 'start' })).status).toBe(
    409,
  );
  expect((await admin.call('change-run', { ...runInput(south), vehicleId: van, vehicleFrom: 'start' })).status).toBe(
    200,
  );
});

test('a load fills its vehicle, and returns, sales and temperatures are shares of the entries and readings', async () => {
  const { a, b, van, today, startsAt } = await twoDays();
  await sql('UPDATE vehicles SET load_kg = 800, load_m3 = 10, load_crates = NULL WHERE id = $1', [van]);
  // Units out and back at two of three stops, one of them without a sale.
  await sql(
    `INSERT INTO run_stop_words (run_id, outlet_id, done_at, delivered, returned, collected)
     VALUES ($1, $2, now(), 30, 6, NULL), ($1, $3, now(), 0, 0, NULL)`,
    [today, a, b],
  );
  // While it was under way, five minutes apart: 4, 6, 9, 5 °C; and one reading from before its departure.
  await sql(
    `INSERT INTO positions (device_id, fix_time, received_at, report_hash, lat, lon, speed_dkph, course_deg, flags, attributes)
     SELECT i.device_id, to_timestamp($2::float8 / 1000) + make_interval(mins => t.after), now(), t.after, 0, 0, 0, 0, 1,
            jsonb_build_object('temperature1C', t.celsius)
     FROM installations i, (VALUES (-20, 20), (10, 4), (15, 6), (20, 9), (25, 5)) t (after, celsius) WHERE i.vehicle_id = $1`,
    [van, startsAt],
  );
  const { run } = await admin.call('get-run-by-id', { id: today });
  if (!run) throw new Error('no run');
  const load = {
    kgOut: 600,
    m3Out: 6,
    cratesOut: 40,
    minC: 2,
    maxC: 8,
    products: [{ name: 'Milk', out: 40, back: 2 }],
  };
  expect(await admin.call('change-run', { ...runInput(run), load: { ...load, minC: 9 } })).toMatchObject({
    status: 422,
    faults: { 'load.maxC': { code: 'highest-above-lowest' } },
  });
  const changed = await admin.call('change-run', { ...runInput(run), load });
  expect(changed.run).toMatchObject({
    load: { ...load, kgBack: null },
    capacity: { kg: 800, m3: 10, crates: null },
    history: [{ changes: [{ what: 'load' }] }, {}],
  });
  while ((await makeRunFacts(fixture.database, Date.now())).taken > 0);
  // 600 of 800 kg are more than 6 of 10 m³; 6 of 30 units; one of two visited stops; three of four readings.
  expect((await admin.call('get-run-facts', { id: today })).fact?.sums).toMatchObject({
    fill: 0.75,
    filled: 1,
    delivered: 30,
    returned: 6,
    sold: 1,
    soldOf: 2,
    cold: 3,
    coldOf: 4,
  });
  const figures = await admin.call('get-run-day-figures', {});
  expect(figures.sums).toMatchObject({ fill: 0.75, filled: 1, cold: 3, coldOf: 4 });
  expect(figures.before).toMatchObject({ filled: 0, soldOf: 0, coldOf: 0 });
  const stopsOf = (figure: string) => admin.call('get-run-day-stops', { figure });
  expect((await stopsOf('returned')).rows?.map(({ outletId }) => outletId)).toEqual([a]);
  expect((await stopsOf('sold')).rows?.map(({ outletId }) => outletId)).toEqual([a]);

  // While the run is open, readings are counted once a minute, and immediately after a change of the range.
  await sql(
    `INSERT INTO positions (device_id, fix_time, received_at, report_hash, lat, lon, speed_dkph, course_deg, flags, attributes)
     SELECT i.device_id, to_timestamp($2::float8 / 1000) + interval '30 min', now(), 30, 0, 0, 0, 0, 1, '{"temperature1C": 7}'
     FROM installations i WHERE i.vehicle_id = $1`,
    [van, startsAt],
  );
  const [counts, begun]: [ColdCounts, number] = [new Map([[today, { minC: 2, maxC: 8, at: Date.now() }]]), Date.now()];
  const cold = async (seconds: number) => {
    await sql('INSERT INTO run_marks (run_id) VALUES ($1)', [today]);
    while ((await makeRunFacts(fixture.database, begun + seconds * 1000, counts)).taken > 0);
    const sums = (await admin.call('get-run-facts', { id: today })).fact?.sums;
    return [sums?.cold, sums?.coldOf];
  };
  expect(await cold(30)).toEqual([3, 4]);
  expect(await cold(61)).toEqual([4, 5]);
  await sql(`UPDATE route_runs SET load = load || '{"maxC": 5}' WHERE id = $1`, [today]);
  expect(await cold(62)).toEqual([2, 5]);
  await sql(`UPDATE route_runs SET load = load || '{"maxC": 8}' WHERE id = $1`, [today]);

  // Saving the run without a load leaves the load unchanged.
  const changedRun = changed.run;
  if (!changedRun) throw new Error('no run');
  expect((await admin.call('change-run', { ...runInput(changedRun), why: 'Same' })).run?.load).toMatchObject(load);
});

test('a run is added by hand to a day without one, once, and is seen by people who see its vehicle', async () => {
  const a = await world.outlet('A', 0.01);
  const vehicleId = await world.vehicle('VAN 1');
  const routeId = await world.route();
  const add = (day: string) => admin.call('add-run', { routeId, day, why: 'A holiday before' });
  const extra = addDays(world.today, 30);
  expect(await add(extra)).toMatchObject({ status: 422, faults: { routeId: { code: 'route-without-plan' } } });
  await world.plan(routeId, [a.id], { vehicleId });
  const { run } = await add(extra);
  expect(run).toMatchObject({
    day: extra,
    touched: true,
    vehicle: { id: vehicleId },
    stops: [{ outlet: { id: a.id } }],
  });
  expect(run?.history).toMatchObject([
    { by: expect.any(String), why: 'A holiday before', changes: [{ what: 'added' }] },
  ]);
  expect(await add(extra)).toMatchObject({ faults: { day: { code: 'run-there' } } });
  expect(await add(addDays(world.today, -1))).toMatchObject({ faults: { day: { code: 'run-in-past' } } });

  await addUser(fixture.database, {
    username: 'planner',
    password: 'correct horse battery',
    organisationId: 1,
    grants: { distribution: ['view'] },
  });
  const planner = await fixture.signedIn('planner', 'correct horse battery');
  const seen = async () => (await planner.call('get-run-day', { day: extra })).total;
  expect(await seen()).toBe(1);
  expect((await planner.call('get-run-facts', { id: run?.id ?? 0 })).fact?.run.id).toBe(run?.id);
  expect((await planner.call('add-run', { routeId, day: extra, why: 'More' })).status).toBe(403);
  await sql(`UPDATE users SET limited = true WHERE username = 'planner'`);
  expect(await seen()).toBe(0);
  expect((await planner.call('get-run-facts', { id: run?.id ?? 0 })).status).toBe(404);
});
