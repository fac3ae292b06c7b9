import { setTimeout as delay } from 'node:timers/promises';
import type { Message } from '@milepost/protocols/types';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { onlyRow } from '../store/rows.ts';
import { DEPOT } from '../testing/journeys.ts';
import { type TestDatabase, testDatabase } from '../testing/test-database.ts';
import { settled, type TrackingHarness, trackingHarness, watched } from '../testing/tracking-harness.ts';

// Facts of runs are derived from the vehicles' reports, and recomputed whenever those or the plan change.

let test: TestDatabase;
let harness: TrackingHarness;
beforeAll(async () => {
  test = await testDatabase();
  harness = await trackingHarness(test);
});
afterAll(async () => {
  await harness?.close();
  await test?.close();
});

const SOON = { timeout: 20_000, interval: 50 };
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const wholeSecond = (ms: number) => Math.floor(ms / 1000) * 1000;

async function idOf(sql: string, ...values: unknown[]): Promise<number> {
  return onlyRow(await test.database.query<{ id: number }>(`${sql} RETURNING id`, values)).id;
}

/** A point this many metres north of the depot (a degree is 111,195 m). */
const north = (metres: number) => ({ lat: DEPOT.lat + metres / 111_195, lon: DEPOT.lon });

interface World {
  deviceId: number;
  vehicleId: number;
  organisationId: number;
  runId: number;
  outlets: number[];
}

/** A vehicle with a run from a depot to outlets 2, 4 and 6 km north of it. */
async function onRun(identity: string, startsAt: number, hours: number): Promise<World> {
  const ids = await watched(test, identity);
  const { organisationId, vehicleId } = ids;
  const depotId = await idOf(
    'INSERT INTO depots (organisation_id, name, lat, lon) VALUES ($1, $2, $3, $4)',
    organisationId,
    identity,
    DEPOT.lat,
    DEPOT.lon,
  );
  const outlets: number[] = [];
  for (const km of [2, 4, 6]) {
    const { lat, lon } = north(km * 1000);
    const sql = 'INSERT INTO outlets (organisation_id, code, name, lat, lon) VALUES ($1, $2, $2, $3, $4)';
    outlets.push(await idOf(sql, organisationId, `${identity} ${km}`, lat, lon));
  }
  const routeId = await idOf(
    `INSERT INTO routes (organisation_id, name, colour) VALUES ($1, $2, '#2f7ed8')`,
    organisationId,
    identity,
  );
  const runId = await idOf(
    `INSERT INTO route_runs (organisation_id, route_id, day, vehicle_id, begin_depot_id, end_depot_id, starts_at, ends_at)
     VALUES ($1, $2, ($4::timestamptz AT TIME ZONE 'Asia/Kolkata')::date, $3, $6, $6, $4, $5)`,
    organisationId,
    routeId,
    vehicleId,
    new Date(startsAt),
    new Date(startsAt + hours * HOUR),
    depotId,
  );
  for (const [position, outletId] of outlets.entries()) {
    await idOf(
      'INSERT INTO route_run_stops (run_id, position, outlet_id, service_s) VALUES ($1, $2, $3, 300)',
      runId,
      position,
      outletId,
    );
  }
  // Restarted, because tracking loads vehicles at its start.
  await harness.close();
  harness = await trackingHarness(test);
  await expect.poll(async () => (await rows('SELECT FROM place_changes')).length, SOON).toBe(0);
  return { ...ids, runId, outlets };
}

const rows = async <Row extends object>(sql: string, ...values: unknown[]): Promise<Row[]> =>
  (await test.database.query<Row>(sql, values)).rows;

/**
 * Fixes every 15 s: stands at the depot, then drives to each location in turn and stands there. Ends at the last one.
 */
function journey(startMs: number, way: readonly { metres: number; minutes: number }[]): Message[] {
  const messages: Message[] = [];
  let [ms, at] = [startMs, 0];
  const send = (metres: number, speedKph: number) => {
    const fix = { time: new Date(ms), valid: true, ...north(metres), altitudeM: null, speedKph, courseDeg: 0 };
    messages.push({ kind: 'report', deviceTime: null, fix, attributes: { ignition: true } });
    ms += 15_000;
  };
  for (const { metres, minutes } of [{ metres: 0, minutes: 10 }, ...way]) {
    // 150 m in 15 s are 36 km/h.
    while (Math.abs(metres - at) > 150) send((at += Math.sign(metres - at) * 150), 36);
    at = metres;
    for (let left = minutes * 4; left > 0; left -= 1) send(at, 0);
  }
  return messages;
}

const store = (deviceId: number, messages: readonly Message[]) =>
  harness.store([{ deviceId, messages: [...messages], receivedAt: Date.now() }]);

const visitsOf = (runId: number) =>
  rows<{ state: string; arrived_at: Date | null; departed_at: Date | null; stood_s: number; late: boolean }>(
    `SELECT v.state, v.actual_order, v.arrived_at, v.departed_at, v.stood_s, v.changed_after_close IS NOT NULL AS late
       FROM run_visits v JOIN route_run_stops s ON s.id = v.stop_id WHERE v.run_id = $1 ORDER BY s.position`,
    runId,
  );
const statesOf = async (runId: number) => (await visitsOf(runId)).map(({ state }) => state);
const factsOf = (runId: number) => rows('SELECT * FROM run_facts WHERE run_id = $1', runId);

it('follows a vehicle on its run, a moved outlet, and a run without a vehicle', async () => {
  const startsAt = wholeSecond(Date.now() - 3 * HOUR);
  const { deviceId, vehicleId, runId, outlets } = await onRun('run-live', startsAt, 4);
  await rows(
    'UPDATE route_run_stops SET window_from = $2, window_to = $3 WHERE run_id = $1 AND position = 0',
    runId,
    new Date(startsAt),
    new Date(startsAt + 10 * MINUTE),
  );
  await store(deviceId, journey(startsAt, [{ metres: 2000, minutes: 5 }]));
  await expect.poll(() => statesOf(runId), SOON).toEqual(['arrived', 'planned', 'planned']);
  expect(await factsOf(runId)).toMatchObject([{ begun_by: 'depot', ended_at: null, closed_at: null }]);

  // Passes the second outlet without a stop, to a location 600 m before the third.
  const all = journey(startsAt, [
    { metres: 2000, minutes: 5 },
    { metres: 5400, minutes: 6 },
  ]);
  await store(deviceId, all);
  await expect.poll(() => statesOf(runId), SOON).toEqual(['done', 'planned', 'planned']);
  const [first] = await visitsOf(runId);
  // At the depot for 10 min, then 13 legs of 150 m: the fix after those begins the stop.
  expect(first?.arrived_at).toEqual(new Date(startsAt + 10 * MINUTE + 13 * 15_000));
  expect(first?.stood_s).toBe(285);
  // The sums that reports use: one visit, 13 legs of 15 s after the end of its window.
  const sums = {
    visits: 1,
    served: 1,
    stood_s: 285,
    timed: 1,
    timed_served: 1,
    on_time: 0,
    late: 1,
    late_s: 195,
    early: 0,
  };
  await expect.poll(() => rows('SELECT * FROM run_visit_sums WHERE run_id = $1', runId), SOON).toMatchObject([sums]);

  // The third outlet is moved to where the vehicle stood.
  const { lat, lon } = north(5400);
  await rows('UPDATE outlets SET lat = $2, lon = $3 WHERE id = $1', outlets[2], lat, lon);
  await expect.poll(() => statesOf(runId), SOON).toEqual(['done', 'planned', 'arrived']);

  // The run first loses its vehicle, then has had it from the beginning.
  await rows('UPDATE route_runs SET vehicle_id = NULL WHERE id = $1', runId);
  await expect.poll(() => statesOf(runId), SOON).toEqual(['planned', 'planned', 'planned']);
  await rows('UPDATE route_runs SET vehicle_id = $2 WHERE id = $1', runId, vehicleId);
  await expect.poll(() => statesOf(runId), SOON).toEqual(['done', 'planned', 'arrived']);
  expect(await rows('SELECT FROM run_fact_changes')).toEqual([]);

  // The run is cancelled: it has no facts.
  await rows(`UPDATE route_runs SET state = 'cancelled' WHERE id = $1`, runId);
  await expect.poll(() => statesOf(runId), SOON).toEqual([]);
  expect(await factsOf(runId)).toEqual([]);
});

it('retains the stops served by each vehicle when another one takes over the run at noon, whatever arrives late', async () => {
  const startsAt = wholeSecond(Date.now() - 3 * HOUR);
  const { deviceId, organisationId, vehicleId, runId } = await onRun('run-swap', startsAt, 4);
  const other = onlyRow(
    await test.database.query<{ deviceId: number; vehicleId: number }>(
      `WITH v AS (INSERT INTO vehicles (organisation_id, registration, type) VALUES ($1, 'T swap', 'van') RETURNING id),
            d AS (INSERT INTO devices (organisation_id, identity) VALUES ($1, 'run-swap-2') RETURNING id)
       INSERT INTO installations (device_id, vehicle_id, installed_at)
       SELECT d.id, v.id, '2020-01-01' FROM d, v RETURNING device_id AS "deviceId", vehicle_id AS "vehicleId"`,
      [organisationId],
    ),
  );
  await harness.close();
  harness = await trackingHarness(test);
  const served = () =>
    rows<{ state: string; vehicle_id: number | null }>(
      `SELECT v.state, v.vehicle_id FROM run_visits v JOIN route_run_stops s ON s.id = v.stop_id
        WHERE v.run_id = $1 ORDER BY s.position`,
      runId,
    );
  const [former, next] = [vehicleId, other.vehicleId];

  // The first vehicle serves the first stop, and its device has not sent the rest yet.
  const morning = journey(startsAt, [
    { metres: 2000, minutes: 5 },
    { metres: 4000, minutes: 5 },
    { metres: 0, minutes: 20 },
  ]);
  const noon = startsAt + 40 * MINUTE;
  // Ten minutes at the depot, three on the way and five at the stop, with four fixes per minute.
  const atFirst = 20 * 4;
  await store(deviceId, morning.slice(0, atFirst));
  await expect.poll(() => statesOf(runId), SOON).toEqual(['done', 'planned', 'planned']);
  await rows('UPDATE route_runs SET vehicle_id = $2, vehicle_from = $3 WHERE id = $1', runId, next, new Date(noon));
  await expect.poll(served, SOON).toEqual([
    { state: 'done', vehicle_id: former },
    { state: 'planned', vehicle_id: next },
    { state: 'planned', vehicle_id: next },
  ]);
  // The other vehicle stands at its depot until after noon and serves the third stop; it was at the first before its
  // part of the run began.
  const second = [
    ...journey(startsAt - HOUR, [
      { metres: 2000, minutes: 4 },
      { metres: 0, minutes: 70 },
    ]),
    ...journey(noon + 5 * MINUTE, [{ metres: 6000, minutes: 6 }]),
  ];
  await store(other.deviceId, second);
  await expect.poll(() => statesOf(runId), SOON).toEqual(['done', 'planned', 'arrived']);
  expect(await factsOf(runId)).toMatchObject([{ visited: 2, in_sequence: 2, begun_by: 'depot' }]);

  // Late reports of the first vehicle from its part of the run.
  await store(deviceId, morning.slice(atFirst));
  await expect.poll(served, SOON).toEqual([
    { state: 'done', vehicle_id: former },
    { state: 'done', vehicle_id: former },
    { state: 'arrived', vehicle_id: next },
  ]);
  await settled(harness);
  const sums = () => rows('SELECT vehicle_id, served FROM run_visit_sums WHERE run_id = $1 ORDER BY vehicle_id', runId);
  await expect.poll(sums, SOON).toEqual([
    { vehicle_id: former, served: 2 },
    { vehicle_id: next, served: 1 },
  ]);
  // The first vehicle drove to the second stop and back, and the other vehicle drove to the third stop.
  expect(await factsOf(runId)).toMatchObject([{ driven_m: 8000 + 6000 }]);

  // The swap is undone: the other vehicle has the whole run.
  await rows('UPDATE route_runs SET vehicle_from = NULL WHERE id = $1', runId);
  await expect.poll(() => statesOf(runId), SOON).toEqual(['done', 'planned', 'arrived']);
});

const WHOLE = [
  { metres: 2000, minutes: 5 },
  { metres: 6000, minutes: 4 },
  { metres: 4000, minutes: 3 },
  { metres: 0, minutes: 5 },
];

it('reports the stops of a vehicle that was silent all day as unknown until the device sends its backlog, in any order', async () => {
  const startsAt = wholeSecond(Date.now() - 50 * HOUR);
  const [late, inOrder] = [await onRun('run-late', startsAt, 3), await onRun('run-in-order', startsAt, 3)];
  await store(inOrder.deviceId, journey(startsAt, WHOLE));
  await expect.poll(() => statesOf(inOrder.runId), SOON).toEqual(['done', 'done', 'done']);
  await expect.poll(() => statesOf(late.runId), SOON).toEqual(['unknown', 'unknown', 'unknown']);
  expect(await factsOf(late.runId)).toMatchObject([{ visited: 0, missed: 0, unknown: 3, changed_after_close: null }]);

  const backlog = journey(startsAt, WHOLE);
  const third = Math.ceil(backlog.length / 3);
  await store(late.deviceId, backlog.slice(2 * third));
  await store(late.deviceId, backlog.slice(0, third).toReversed());
  await store(late.deviceId, backlog.slice(third - 5, 2 * third));
  await settled(harness);
  const visitsIn = (world: World) => visitsOf(world.runId).then((all) => all.map(({ late: _late, ...visit }) => visit));
  const expected = await visitsIn(inOrder);
  await expect.poll(() => visitsIn(late), SOON).toEqual(expected);
  expect(expected.map(({ state }) => state)).toEqual(['done', 'done', 'done']);
  // 12 km minus the last 100 m, the edge of the depot.
  const [facts] = await factsOf(late.runId);
  expect(facts).toMatchObject({ visited: 3, in_sequence: 2, ended_by: 'depot', driven_m: 11_900 });
  expect(facts).toMatchObject({ changed_after_close: expect.any(Date) });
  expect((await visitsOf(late.runId)).map((visit) => visit.late)).toEqual([true, true, true]);
  const traces = await rows<{ before: object; after: object }>(
    'SELECT before, after FROM run_fact_changes WHERE run_id = $1 AND outlet_id = $2 ORDER BY id',
    late.runId,
    late.outlets[0],
  );
  expect(traces[0]?.before).toMatchObject({ state: 'unknown', arrivedAt: null });
  expect(traces.at(-1)?.after).toMatchObject({ state: 'done', order: 1 });
});

it('finds the vehicles that stood earlier today at a newly created outlet, and expects the next stop', async () => {
  // On the present local day, also shortly after its midnight.
  const startsAt = wholeSecond(Date.now() - 40 * MINUTE);
  const { deviceId, runId, organisationId } = await onRun('run-new-outlet', startsAt, 4);
  const day = `(SELECT (now() AT TIME ZONE time_zone)::date FROM organisations WHERE id = $2)`;
  await rows(`UPDATE route_runs SET day = ${day} WHERE id = $1`, runId, organisationId);
  await store(
    deviceId,
    journey(startsAt, [
      { metres: 1000, minutes: 5 },
      { metres: 2000, minutes: 5 },
      { metres: 3000, minutes: 1 },
    ]),
  );
  await expect.poll(() => statesOf(runId), SOON).toEqual(['done', 'planned', 'planned']);
  const { lat, lon } = north(1000);
  const sql = 'INSERT INTO outlets (organisation_id, code, name, lat, lon) VALUES ($1, $2, $2, $3, $4)';
  const outletId = await idOf(sql, organisationId, 'run-new-outlet new', lat, lon);
  const unplanned = () => rows('SELECT outlet_id, state FROM run_visits WHERE run_id = $1 AND stop_id IS NULL', runId);
  await expect.poll(unplanned, SOON).toEqual([{ outlet_id: outletId, state: 'unplanned' }]);

  // Its point is moved by 600 m, and its area is drawn around where the vehicle stood.
  const corners = [900, 1700].flatMap((metres) => [
    { ...north(metres), lon: lon - 0.001 },
    { ...north(metres), lon: lon + 0.001 },
  ]);
  const [a, b, c, d] = corners;
  const area = JSON.stringify([a, b, d, c]);
  const beyond = north(1600);
  await rows('UPDATE outlets SET lat = $2, lon = $3 WHERE id = $1', outletId, beyond.lat, lon - 0.0001);
  await expect.poll(unplanned, SOON).toEqual([]);
  await rows('UPDATE outlets SET area = $2::jsonb WHERE id = $1', outletId, area);
  await expect.poll(unplanned, SOON).toEqual([{ outlet_id: outletId, state: 'unplanned' }]);

  // The vehicle is a kilometre before the second outlet, which has no planned time.
  const [expected] = await rows<{ next_at: Date; next_error_s: number; stops: { outletId: number }[] }>(
    'SELECT next_at, next_error_s, stops FROM run_expected WHERE run_id = $1',
    runId,
  );
  expect(expected?.stops).toHaveLength(2);
  expect(Math.abs((expected?.next_at.getTime() ?? 0) - Date.now())).toBeLessThan(10 * MINUTE);
  expect(expected?.next_error_s).toBeGreaterThanOrEqual(30);
});

it('finds the vehicles that stood at an outlet created while their facts are being rewritten', async () => {
  const startsAt = wholeSecond(Date.now() - 40 * MINUTE);
  const { deviceId, runId, organisationId, outlets } = await onRun('run-raced', startsAt, 4);
  const day = `(SELECT (now() AT TIME ZONE time_zone)::date FROM organisations WHERE id = $2)`;
  await rows(`UPDATE route_runs SET day = ${day} WHERE id = $1`, runId, organisationId);
  const way = [
    { metres: 1000, minutes: 5 },
    { metres: 2000, minutes: 5 },
    { metres: 3000, minutes: 1 },
  ];
  await store(deviceId, journey(startsAt, way));
  await expect.poll(() => statesOf(runId), SOON).toEqual(['done', 'planned', 'planned']);
  await settled(harness);

  // Another outlet moves, and the resulting facts cannot be written for a while.
  const holder = await test.database.connect();
  await holder.query('BEGIN; LOCK TABLE trips IN EXCLUSIVE MODE');
  await rows('UPDATE outlets SET lat = lat + 0.001 WHERE id = $1', outlets[2]);
  const held = () => rows(`SELECT FROM pg_locks WHERE relation = 'trips'::regclass AND NOT granted`);
  await expect.poll(async () => (await held()).length, SOON).toBe(1);
  const { lat, lon } = north(1000);
  const sql = 'INSERT INTO outlets (organisation_id, code, name, lat, lon) VALUES ($1, $2, $2, $3, $4)';
  const outletId = await idOf(sql, organisationId, 'run-raced new', lat, lon);
  // New places are looked for every half second.
  await delay(800);
  await holder.query('COMMIT');
  holder.release();
  const unplanned = () => rows('SELECT outlet_id, state FROM run_visits WHERE run_id = $1 AND stop_id IS NULL', runId);
  // A recomputed installation pauses for ten times as long as the recomputation took.
  await expect
    .poll(unplanned, { timeout: 40_000, interval: 50 })
    .toEqual([{ outlet_id: outletId, state: 'unplanned' }]);
}, 90_000);
