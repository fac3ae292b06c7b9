import type { DayStop } from '@milepost/contract/run-day-operations';
import { LATE_AFTER_MIN } from '@milepost/contract/run-day-kinds';
import type { Queryable } from '../database.ts';
import { iso, isoOf, VISIT_LATE } from './run-day-rows.ts';

/** The stored forecast of a stop's arrival. */
export interface Awaited {
  outletId: number;
  at: number;
  errorS: number;
}

interface StopRow {
  run_id: number;
  outlet_id: number;
  name: string;
  state: DayStop['state'];
  planned_arrival: Date | null;
  due_at: Date | null;
  arrived_at: Date | null;
  departed_at: Date | null;
  late: boolean;
  doubt: DayStop['doubt'];
  place: DayStop['place'];
}

/** SQL of the stops of runs, including unplanned visits: `s` the stop, `v` the visit, `p` the outlet. */
export const stopsOf = (runs: string): string => `(
    SELECT s.run_id, s.outlet_id, s.id AS stop_id FROM route_run_stops s WHERE ${runs.replaceAll('$run', 's.run_id')}
     UNION ALL
    SELECT b.run_id, b.outlet_id, NULL FROM run_visits b WHERE ${runs.replaceAll('$run', 'b.run_id')} AND b.stop_id IS NULL
  ) k LEFT JOIN route_run_stops s ON s.id = k.stop_id
    LEFT JOIN run_visits v ON v.run_id = k.run_id AND v.outlet_id = k.outlet_id JOIN outlets p ON p.id = k.outlet_id`;

/** SQL of the state of a stop, also before its run has facts. */
export const STOP_STATE = `coalesce(v.state, CASE WHEN s.skip_reason IS NOT NULL THEN 'skipped' ELSE 'planned' END)`;

/** SQL of the order of stops: as planned, then unplanned ones by time. */
export const STOP_ORDER = 's.position NULLS LAST, v.arrived_at, k.outlet_id';

/** The stops of runs in order, by run. */
export async function readDayStops(
  db: Queryable,
  awaited: ReadonlyMap<number, readonly Awaited[]>,
  runIds: readonly number[],
): Promise<Map<number, DayStop[]>> {
  const { rows } = await db.query<StopRow>(
    `SELECT k.run_id, k.outlet_id, p.name, ${STOP_STATE} AS state, s.planned_arrival, v.arrived_at, v.departed_at,
            coalesce(s.window_to, s.planned_arrival + interval '${LATE_AFTER_MIN} minutes') AS due_at,
            coalesce(${VISIT_LATE}, false) AS late, v.doubt,
            CASE WHEN p.lat IS NOT NULL THEN json_build_object('lat', p.lat, 'lon', p.lon) END AS place
       FROM ${stopsOf('$run = ANY($1)')} ORDER BY k.run_id, ${STOP_ORDER}`,
    [runIds],
  );
  const expected = new Map(
    [...awaited].flatMap(([runId, stops]) => stops.map((one) => [`${runId} ${one.outletId}`, one] as const)),
  );
  const stops = rows.map((row) => [row.run_id, toStop(row, expected.get(`${row.run_id} ${row.outlet_id}`))] as const);
  const byRun = new Map<number, DayStop[]>();
  for (const [runId, stop] of stops) {
    const list = byRun.get(runId);
    if (list) list.push(stop);
    else byRun.set(runId, [stop]);
  }
  return byRun;
}

function toStop(row: StopRow, expected: Awaited | undefined): DayStop {
  const awaits = row.state === 'planned' ? expected : undefined;
  return {
    outletId: row.outlet_id,
    name: row.name,
    state: row.state,
    plannedAt: iso(row.planned_arrival),
    arrivedAt: iso(row.arrived_at),
    departedAt: iso(row.departed_at),
    late: row.late || (awaits !== undefined && row.due_at !== null && awaits.at > row.due_at.getTime()),
    expectedAt: awaits ? isoOf(awaits.at) : null,
    errorS: awaits?.errorS ?? null,
    doubt: row.doubt,
    place: row.place,
  };
}
