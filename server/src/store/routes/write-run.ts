import type { RunChangeKind } from '@milepost/contract/route-kinds';
import type { Actor } from '../audit/audit.ts';
import type { Queryable } from '../database.ts';
import { timeSql } from './route-rows.ts';
import { serviceOf, type TimedRun } from './run-times.ts';
import { TERRITORY_ID, TERRITORY_JOINS } from '../territories/territories.ts';

/**
 * Serialises changes of runs in the organisation until the transaction ends, so that a vehicle cannot be put on two
 * runs.
 */
export async function lockRuns(db: Queryable, organisationId: number): Promise<void> {
  await db.query(`SELECT pg_advisory_xact_lock(hashtext('route-runs'), $1)`, [organisationId]);
}

/** Writes the stops of a run in order. Existing ones keep their ids. */
export async function writeRunStops(db: Queryable, runId: number, timed: TimedRun): Promise<void> {
  const stops = timed.stops.map(({ stop, times }, position) => ({
    position,
    outlet: stop.outlet.id,
    arrival: times?.arrivalS ?? null,
    departure: times?.departureS ?? null,
    service: serviceOf(stop),
    own_service: stop.serviceS,
    leg: Math.round(times?.legM ?? 0),
    open: times?.span?.fromS ?? null,
    close: times?.span?.toS ?? null,
    own_from: stop.window?.fromMin ?? null,
    own_to: stop.window?.toMin ?? null,
    skip: stop.skipReason,
  }));
  await db.query('DELETE FROM route_run_stops WHERE run_id = $1 AND outlet_id <> ALL($2)', [
    runId,
    stops.map(({ outlet }) => outlet),
  ]);
  await db.query(
    `INSERT INTO route_run_stops (run_id, position, outlet_id, territory_id, planned_arrival, planned_departure, service_s,
       own_service_s, leg_m, window_from, window_to, own_from, own_to, skip_reason)
     SELECT $1, s.position, s.outlet, ${TERRITORY_ID}, to_timestamp(s.arrival), to_timestamp(s.departure), s.service,
       s.own_service, s.leg, to_timestamp(s.open), to_timestamp(s.close), ${timeSql('s.own_from')}, ${timeSql('s.own_to')},
       s.skip
     FROM jsonb_to_recordset($2) AS s(position int, outlet int, arrival float8, departure float8, service int,
       own_service int, leg int, open float8, close float8, own_from int, own_to int, skip text)
     JOIN outlets u ON u.id = s.outlet ${TERRITORY_JOINS}
     ON CONFLICT (run_id, outlet_id) DO UPDATE SET position = excluded.position,
       planned_arrival = excluded.planned_arrival, planned_departure = excluded.planned_departure,
       service_s = excluded.service_s, own_service_s = excluded.own_service_s, leg_m = excluded.leg_m,
       window_from = excluded.window_from, window_to = excluded.window_to, own_from = excluded.own_from,
       own_to = excluded.own_to, skip_reason = excluded.skip_reason`,
    [runId, JSON.stringify(stops)],
  );
}

export interface RunChange {
  what: RunChangeKind;
  from: string | null;
  to: string | null;
}

/** Writes the author, the changes and the reason to a run's history. */
export async function writeRunChanges(
  db: Queryable,
  runId: number,
  { userId, username }: Pick<Actor, 'userId' | 'username'>,
  why: string | null,
  changes: readonly RunChange[],
): Promise<void> {
  await db.query(
    'INSERT INTO route_run_changes (run_id, user_id, user_name, why, changes) VALUES ($1, $2, $3, $4, $5)',
    [runId, userId, username, why, JSON.stringify(changes)],
  );
}

/** The author for changes by the server itself. */
export const BY_PLAN = { userId: null, username: null, address: null } as const;
