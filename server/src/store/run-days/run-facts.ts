import { MAX_FACT_CHANGES } from '@milepost/contract/run-day-kinds';
import type { FactChange, FactOfStop, RunFact } from '@milepost/contract/run-day-operations';
import type { WholeRun } from '@milepost/contract/route-run-operations';
import { AppError } from '../../errors.ts';
import type { Queryable } from '../database.ts';
import { getRun } from '../routes/route-runs.ts';
import { LEAD, OVER_AT } from '../runs/run-marks.ts';
import { type Scope, seesVehicle } from '../scope.ts';
import { iso, isoOf, RUN_TABLES, STATE, VISIT_LATE } from './run-day-rows.ts';
import { SUMS } from './run-day-figures.ts';
import { type Awaited, STOP_ORDER, STOP_STATE, stopsOf } from './run-day-stops.ts';

const DATES = ['begunAt', 'endedAt', 'firstDropAt', 'lastDropAt', 'closedAt', 'changedAfterClose'] as const;
type Whole = Pick<RunFact, 'state' | 'begunBy' | 'endedBy' | 'drivenM'> &
  Record<(typeof DATES)[number], Date | null> & { from: Date; until: Date; awaited: Awaited[] | null };

/**
 * The plan of a run and its execution.
 * @throws AppError `not-found` outside the scope
 */
export async function readRunFacts(db: Queryable, scope: Scope, id: number): Promise<RunFact> {
  const run = await getRun(db, scope, id);
  const { rows } = await db.query<Whole>(
    `SELECT ${STATE} AS state, f.begun_at AS "begunAt", f.begun_by AS "begunBy", f.ended_at AS "endedAt",
            f.ended_by AS "endedBy", f.driven_m AS "drivenM", f.first_drop_at AS "firstDropAt",
            f.last_drop_at AS "lastDropAt", f.closed_at AS "closedAt", f.changed_after_close AS "changedAfterClose",
            u.starts_at - ${LEAD} AS "from", ${OVER_AT.replaceAll('r.', 'u.')} AS until,
            CASE WHEN f.ended_at IS NULL THEN e.stops END AS awaited
       FROM ${RUN_TABLES} JOIN organisations o ON o.id = u.organisation_id WHERE u.id = $1`,
    [id],
  );
  const [whole] = rows;
  if (!whole) throw new AppError('not-found', 'no-run');
  const sums = await db.query<RunFact['sums']>(
    `SELECT ${SUMS} FROM route_runs u LEFT JOIN run_facts f ON f.run_id = u.id WHERE u.id = $1`,
    [id],
  );
  const { awaited, ...rest } = whole;
  const [summed] = sums.rows;
  if (!summed) throw new AppError('not-found', 'no-run');
  return {
    run,
    ...rest,
    begunAt: iso(whole.begunAt),
    endedAt: iso(whole.endedAt),
    firstDropAt: iso(whole.firstDropAt),
    lastDropAt: iso(whole.lastDropAt),
    closedAt: iso(whole.closedAt),
    changedAfterClose: iso(whole.changedAfterClose),
    from: whole.from.toISOString(),
    until: whole.until.toISOString(),
    sums: summed.planned > 0 ? summed : { ...summed, planned: run.stops.length },
    stops: await readStops(db, scope, run, awaited ?? []),
    ...(await readChanges(db, id)),
  };
}

interface StopRow extends Omit<FactOfStop, 'arrivedAt' | 'departedAt' | 'changedAfterClose' | 'expectedAt' | 'errorS'> {
  arrivedAt: Date | null;
  departedAt: Date | null;
  changedAfterClose: Date | null;
}

async function readStops(
  db: Queryable,
  scope: Scope,
  { id, vehicle }: WholeRun,
  awaited: readonly Awaited[],
): Promise<FactOfStop[]> {
  const { rows } = await db.query<StopRow>(
    `SELECT k.outlet_id AS "outletId", p.code, p.name, coalesce(v.vehicle_id, $2) AS "vehicleId", k.stop_id AS "stopId", ${STOP_STATE} AS state,
            CASE WHEN p.lat IS NOT NULL THEN json_build_object('lat', p.lat, 'lon', p.lon) END AS place,
            v.actual_order AS "order", v.arrived_at AS "arrivedAt", v.departed_at AS "departedAt",
            coalesce(v.stood_s, 0)::float8 AS "stoodS", v.leg_s::float8 AS "legS", coalesce(${VISIT_LATE}, false) AS late,
            v.doubt, v.changed_after_close AS "changedAfterClose"
       FROM ${stopsOf('$run = $1')}
      ORDER BY ${STOP_ORDER}`,
    [id, vehicle?.id ?? null],
  );
  const expected = new Map(awaited.map((one) => [one.outletId, one]));
  return rows.map((row) => {
    const awaits = row.state === 'planned' ? expected.get(row.outletId) : undefined;
    return {
      ...row,
      vehicleId: row.vehicleId !== null && seesVehicle(scope, row.vehicleId) ? row.vehicleId : null,
      arrivedAt: iso(row.arrivedAt),
      departedAt: iso(row.departedAt),
      changedAfterClose: iso(row.changedAfterClose),
      expectedAt: awaits ? isoOf(awaits.at) : null,
      errorS: awaits?.errorS ?? null,
    };
  });
}

type StoredMoment = { state?: FactOfStop['state']; arrivedAt?: string | null; endedAt?: string | null } | null;

/** The changes after the day was closed; a state, and its time. */
async function readChanges(db: Queryable, runId: number): Promise<Pick<RunFact, 'changes' | 'changesTotal'>> {
  const { rows } = await db.query<{
    at: Date;
    outlet: FactChange['outlet'];
    before: StoredMoment;
    after: StoredMoment;
    total: number;
  }>(
    `SELECT c.changed_at AS at, CASE WHEN p.id IS NOT NULL THEN json_build_object('id', p.id, 'name', p.name) END AS outlet,
            c.before, c.after, count(*) OVER ()::int AS total
       FROM run_fact_changes c LEFT JOIN outlets p ON p.id = c.outlet_id WHERE c.run_id = $1
      ORDER BY c.id DESC LIMIT ${MAX_FACT_CHANGES}`,
    [runId],
  );
  return {
    changes: rows.map(({ at, outlet, before, after }) => ({
      at: at.toISOString(),
      outlet,
      before: momentOf(before),
      after: momentOf(after),
    })),
    changesTotal: rows[0]?.total ?? 0,
  };
}

function momentOf(stored: StoredMoment): FactChange['before'] {
  if (stored === null) return null;
  const at = stored.arrivedAt ?? stored.endedAt ?? null;
  return { state: stored.state ?? null, at: at === null ? null : new Date(at).toISOString() };
}
