import type { PlaceDwell, PlannedStop, RunPlan, VehicleTurn } from '@milepost/tracking/runs/run-plan';
import type { Queryable } from '../database.ts';
import { LEAD, listRunsWithReports, OVER_AT } from './run-marks.ts';

/** The plan of a run, with all data of its vehicles in that time. */
export interface RunToMatch {
  id: number;
  organisationId: number;
  /** The present or last vehicle. */
  vehicleId: number | null;
  /** Cancelled runs, and those without a vehicle, have no facts of their own. */
  cancelled: boolean;
  plan: RunPlan;
  turns: VehicleTurn[];
  /** No contact with a vehicle during the run, or no vehicle at all. */
  silent: boolean;
  /** By outlet. */
  stopIds: Map<number, number>;
  /** The territory of each stop when the run was created; by outlet. */
  territories: Map<number, number | null>;
}

interface RunRow {
  id: number;
  organisation_id: number;
  vehicle_id: number | null;
  cancelled: boolean;
  silent: boolean;
  starts_at: number;
  ends_at: number;
  over_at: number;
  begin_depot_id: number | null;
  end_depot_id: number | null;
  shortest_dwell_s: number;
  /**
   * The planned end of the first vehicle's preceding run, and start of the last vehicle's following run, within a day.
   */
  before_ends_at: number | null;
  next_starts_at: number | null;
}

interface StopRow extends PlannedStop {
  id: number;
  runId: number;
  territoryId: number | null;
}

const HOUR_MS = 3_600_000;
/** How long before the planned start of its next run a vehicle can leave its depot. */
const EARLY_MS = 30 * 60_000;

const ms = (column: string) => `(extract(epoch FROM ${column}) * 1000)::float8`;

/** SQL of the first or the last vehicle of a run `r`. */
const turnOf = (direction: 'ASC' | 'DESC') =>
  `SELECT w.vehicle_id, lower(w.held) AS held_from FROM run_vehicles w WHERE w.run_id = r.id
    ORDER BY w.from_time ${direction} LIMIT 1`;

/** Reads runs with their stops and the dwells of their vehicles. */
export async function readRunsToMatch(db: Queryable, runIds: readonly number[]): Promise<RunToMatch[]> {
  if (runIds.length === 0) return [];
  const runs = await db.query<RunRow>(
    `SELECT r.id, r.organisation_id, r.vehicle_id, r.state = 'cancelled' AS cancelled, ${ms('r.starts_at')} AS starts_at,
              ${ms('r.ends_at')} AS ends_at, ${ms(OVER_AT)} AS over_at, r.begin_depot_id, r.end_depot_id,
              r.shortest_dwell_s, ${ms('b.at')} AS before_ends_at, ${ms('n.at')} AS next_starts_at
         FROM route_runs r JOIN organisations o ON o.id = r.organisation_id
         LEFT JOIN LATERAL (${turnOf('ASC')}) first ON true
         LEFT JOIN LATERAL (${turnOf('DESC')}) last ON true
         LEFT JOIN LATERAL (SELECT max(upper(e.held)) AS at FROM run_vehicles e WHERE e.vehicle_id = first.vehicle_id
             AND e.run_id <> r.id AND e.starts_at > r.starts_at - interval '1 day' AND e.starts_at < r.starts_at
             AND lower(e.held) < first.held_from) b ON true
         LEFT JOIN LATERAL (SELECT min(lower(e.held)) AS at FROM run_vehicles e WHERE e.vehicle_id = last.vehicle_id
             AND e.run_id <> r.id AND e.starts_at BETWEEN r.starts_at - interval '1 day' AND r.starts_at + interval '1 day'
             AND lower(e.held) > last.held_from AND lower(e.held) < last.held_from + interval '1 day') n ON true
        WHERE r.id = ANY($1) ORDER BY r.id`,
    [runIds],
  );
  const stops = await db.query<StopRow>(
    `SELECT id, run_id AS "runId", outlet_id AS "outletId", position, service_s AS "serviceS",
              ${ms('planned_arrival')} AS arrival, ${ms('planned_departure')} AS departure,
              ${ms('window_from')} AS "windowFrom", ${ms('window_to')} AS "windowTo", skip_reason IS NOT NULL AS skipped,
              territory_id AS "territoryId"
         FROM route_run_stops WHERE run_id = ANY($1) ORDER BY run_id, position`,
    [runIds],
  );
  const turns = await readTurns(db, runIds);
  const withReports = await listRunsWithReports(db, runIds);
  const stopsOf = Map.groupBy(stops.rows, ({ runId }) => runId);
  return runs.rows.map((run) => {
    const theirs = stopsOf.get(run.id) ?? [];
    const around = turns.get(run.id) ?? [];
    return {
      id: run.id,
      organisationId: run.organisation_id,
      vehicleId: run.vehicle_id,
      cancelled: run.cancelled,
      plan: {
        startsAt: run.starts_at,
        ...spanOf(run, around),
        beginDepot: run.begin_depot_id && -run.begin_depot_id,
        endDepot: run.end_depot_id && -run.end_depot_id,
        shortestDwellS: run.shortest_dwell_s,
        stops: theirs.map(({ id: _id, runId: _runId, territoryId: _territoryId, ...stop }) => stop),
      },
      turns: around,
      silent: !withReports.has(run.id),
      stopIds: new Map(theirs.map(({ id, outletId }) => [outletId, id])),
      territories: new Map(theirs.map(({ outletId, territoryId }) => [outletId, territoryId])),
    };
  });
}

/**
 * The time in which dwells belong to the run: two runs of a vehicle are separated when it leaves a depot for the later
 * one.
 */
function spanOf(run: RunRow, turns: readonly VehicleTurn[]): Pick<RunPlan, 'from' | 'until'> {
  const from = run.starts_at - 2 * HOUR_MS;
  const begins =
    run.before_ends_at === null
      ? from
      : Math.max(from, partedAt(run.before_ends_at, run.starts_at, turns[0]?.stays ?? []));
  const ends =
    run.next_starts_at === null ? Infinity : partedAt(run.ends_at, run.next_starts_at, turns.at(-1)?.stays ?? []);
  return { from: begins, until: Math.min(run.over_at, ends) };
}

function partedAt(endsAt: number, startsAt: number, dwells: readonly PlaceDwell[]): number {
  const leaves = dwells.flatMap(({ placeId, end }) => (placeId < 0 && end !== null ? [end] : []));
  const earliest = Math.max(endsAt, startsAt - EARLY_MS);
  const left = Math.min(...leaves.filter((at) => at >= earliest && at < startsAt + 3 * HOUR_MS));
  return Number.isFinite(left) ? left - 1 : startsAt;
}

const keyOf = ({ runId, from }: { runId: number; from: number }): string => `${runId} ${from}`;

/**
 * By run, its vehicles with the dwells that began in their time, and the last few before, one of which may still be
 * open.
 */
async function readTurns(db: Queryable, runIds: readonly number[]): Promise<Map<number, VehicleTurn[]>> {
  const { rows: turns } = await db.query<{ runId: number; vehicleId: number; from: number; until: number }>(
    `SELECT run_id AS "runId", vehicle_id AS "vehicleId", ${ms('from_time')} AS "from", ${ms('until_time')} AS until
       FROM run_vehicles WHERE run_id = ANY($1) ORDER BY run_id, from_time`,
    [runIds],
  );
  const columns = 's.place_id, s.started_at, s.ended_at, s.seen_at, s.start_m, s.end_m, s.halts';
  const { rows: dwells } = await db.query<PlaceDwell & { runId: number; from: number }>(
    `SELECT r.id AS "runId", ${ms('w.from_time')} AS "from", s.place_id AS "placeId", ${ms('s.started_at')} AS start,
            ${ms('s.ended_at')} AS "end", ${ms('s.seen_at')} AS "seenAt", s.start_m AS "startM", s.end_m AS "endM", s.halts,
            CASE WHEN coalesce(u.lat, d.lat) IS NOT NULL
              THEN json_build_object('lat', coalesce(u.lat, d.lat), 'lon', coalesce(u.lon, d.lon)) END AS middle
       FROM route_runs r JOIN organisations o ON o.id = r.organisation_id JOIN run_vehicles w ON w.run_id = r.id
      CROSS JOIN LATERAL (
        SELECT ${columns} FROM place_stays s
         WHERE s.vehicle_id = w.vehicle_id AND s.started_at >= greatest(r.starts_at - ${LEAD}, w.from_time)
           AND s.started_at < least(${OVER_AT}, w.until_time)
         UNION ALL
        (SELECT ${columns} FROM place_stays s
          WHERE s.vehicle_id = w.vehicle_id AND s.started_at < greatest(r.starts_at - ${LEAD}, w.from_time)
          ORDER BY s.started_at DESC LIMIT 10)) s
       LEFT JOIN outlets u ON u.id = s.place_id LEFT JOIN depots d ON d.id = -s.place_id
      WHERE r.id = ANY($1) ORDER BY s.started_at, s.place_id`,
    [runIds],
  );
  const byTurn = Map.groupBy(dwells, keyOf);
  const whole = turns.map((turn) => ({
    ...turn,
    stays: (byTurn.get(keyOf(turn)) ?? []).map(({ runId: _runId, from: _from, ...dwell }) => dwell),
  }));
  return Map.groupBy(whole, ({ runId }) => runId);
}
