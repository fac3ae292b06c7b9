import { lateMs } from '@milepost/tracking/runs/figures';
import { expectedArrivals, type Expected } from '@milepost/tracking/runs/expected';
import type { FleetPast } from '@milepost/tracking/runs/fleet-past';
import { matchRun } from '@milepost/tracking/runs/match-run';
import type { Queryable } from '../database.ts';
import { type RunChanged, toChanged } from './make-run-facts.ts';
import { readFleetPast, readPauses } from './fleet-past.ts';
import { readRunsToMatch, type RunToMatch } from './read-run-plans.ts';
import { readWhereabouts } from './whereabouts.ts';

/** The maximum age of a forecast in seconds, and the number of runs in one batch. */
const FRESH_S = 20;
const MAX_RUNS = 60;
/** The past data of a run is read once and cached for this long, ms. */
const CACHED_MS = 12 * 3_600_000;
/** A smaller difference is not published, ms. */
const SAME_MS = 20_000;

/** The past data for runs in progress, by run. */
export type KnownPasts = Map<number, { at: number; stops: number; past: FleetPast }>;

/**
 * Recomputes when the remaining stops will be reached: for these runs, and for those in progress with the oldest
 * forecast. Returns the runs whose forecast changed.
 * @param now epoch milliseconds
 */
export async function makeExpected(
  db: Queryable,
  pasts: KnownPasts,
  first: readonly number[],
  now: number,
): Promise<RunChanged[]> {
  const { rows: due } = await db.query<{ id: number }>(
    `SELECT r.id FROM route_runs r JOIN run_facts f ON f.run_id = r.id LEFT JOIN run_expected e ON e.run_id = r.id
      WHERE r.state = 'planned' AND f.ended_at IS NULL AND f.closed_at IS NULL AND r.vehicle_id IS NOT NULL
        AND r.starts_at BETWEEN now() - interval '36 hours' AND now() + interval '1 hour'
        AND (r.id = ANY($1) OR e.made_at IS NULL OR e.made_at < now() - make_interval(secs => $2))
      ORDER BY r.id <> ALL($1), e.made_at NULLS FIRST LIMIT $3`,
    [first, FRESH_S, Math.max(MAX_RUNS, Math.min(first.length, 4 * MAX_RUNS))],
  );
  await db.query(
    `DELETE FROM run_expected e WHERE e.run_id = ANY($1) AND NOT EXISTS (
       SELECT FROM run_facts f WHERE f.run_id = e.run_id AND f.ended_at IS NULL AND f.closed_at IS NULL)`,
    [first],
  );
  const ids = due.map(({ id }) => id);
  if (ids.length === 0) return [];
  const runs = await readRunsToMatch(db, ids);
  const [places, whereabouts] = [await readPlaces(db, runs), await readWhereabouts(db, ids)];
  await readPasts(db, pasts, runs, now);
  const rows = runs.map((run) => {
    const past = pasts.get(run.id)?.past ?? { legS: () => null, serviceS: () => null };
    const facts = matchRun(run.plan, run.turns, now >= run.plan.until);
    const ways = { plan: run.plan, past, places };
    return rowOf(run, expectedArrivals(facts, ways, whereabouts.get(run.id) ?? null, now));
  });
  const { rows: changedRuns } = await db.query<{ run_id: number }>(
    `WITH told AS (
       SELECT * FROM json_to_recordset($1::json) AS t(run_id int, next_outlet_id int, next_at float8, next_error_s int,
         late_s int, late_stops int, stops jsonb)
     ), before AS (
       SELECT e.* FROM run_expected e JOIN told t ON t.run_id = e.run_id
     ), written AS (
       INSERT INTO run_expected (run_id, made_at, next_outlet_id, next_at, next_error_s, late_s, late_stops, stops)
       SELECT run_id, now(), next_outlet_id, to_timestamp(next_at / 1000), next_error_s, late_s, late_stops, stops FROM told
       ON CONFLICT (run_id) DO UPDATE SET made_at = excluded.made_at, next_outlet_id = excluded.next_outlet_id,
         next_at = excluded.next_at, next_error_s = excluded.next_error_s, late_s = excluded.late_s,
         late_stops = excluded.late_stops, stops = excluded.stops
     )
     SELECT t.run_id FROM told t LEFT JOIN before b ON b.run_id = t.run_id
      WHERE b.run_id IS NULL OR b.next_outlet_id IS DISTINCT FROM t.next_outlet_id OR b.late_stops <> t.late_stops
         OR abs(extract(epoch FROM b.next_at) * 1000 - t.next_at) > ${SAME_MS}`,
    [JSON.stringify(rows)],
  );
  const changed = new Set(changedRuns.map(({ run_id }) => run_id));
  return runs.filter(({ id }) => changed.has(id)).map(toChanged);
}

function rowOf(run: RunToMatch, stops: readonly Expected[]) {
  const planned = new Map(run.plan.stops.map((stop) => [stop.outletId, stop]));
  const lates = stops.map(({ outletId, at }) => lateMs(planned.get(outletId), at)).filter((late) => late > 0);
  const [next] = stops;
  return {
    run_id: run.id,
    next_outlet_id: next?.outletId ?? null,
    next_at: next?.at ?? null,
    next_error_s: next?.errorS ?? null,
    late_s: Math.round(Math.max(0, ...lates) / 1000),
    late_stops: lates.length,
    stops,
  };
}

async function readPasts(db: Queryable, pasts: KnownPasts, runs: readonly RunToMatch[], now: number): Promise<void> {
  for (const [id, { at }] of pasts) if (now - at > CACHED_MS) pasts.delete(id);
  const unknown = runs.filter(({ id, plan }) => pasts.get(id)?.stops !== plan.stops.length);
  if (unknown.length === 0) return;
  const outletIds = new Set(unknown.flatMap(({ plan }) => plan.stops.map(({ outletId }) => outletId)));
  const past = await readFleetPast(db, [...outletIds]);
  const pauses = await readPauses(
    db,
    unknown.flatMap(({ vehicleId }) => (vehicleId === null ? [] : [vehicleId])),
  );
  for (const { id, plan, vehicleId } of unknown) {
    const pause = vehicleId === null ? null : (pauses.get(vehicleId) ?? null);
    pasts.set(id, { at: now, stops: plan.stops.length, past: { ...past, pause } });
  }
}

/** The centre of each outlet and depot (negative) of the runs. */
async function readPlaces(db: Queryable, runs: readonly RunToMatch[]) {
  const ids = new Set(
    runs.flatMap(({ plan }) => [plan.beginDepot ?? 0, ...plan.stops.map(({ outletId }) => outletId)]),
  );
  const { rows } = await db.query<{ id: number; lat: number; lon: number }>(
    `SELECT id, lat, lon FROM outlets WHERE id = ANY($1) AND lat IS NOT NULL
      UNION ALL SELECT -id, lat, lon FROM depots WHERE -id = ANY($1)`,
    [[...ids]],
  );
  return new Map(rows.map(({ id, lat, lon }) => [id, { lat, lon }]));
}
