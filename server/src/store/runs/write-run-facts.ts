import { sumsOf } from '@milepost/tracking/runs/figures';
import type { RunFacts, StopVisit } from '@milepost/tracking/runs/run-plan';
import type { Queryable } from '../database.ts';
import type { RunToMatch } from './read-run-plans.ts';
import { writeRunTerritories } from './write-run-territories.ts';
import { type ColdCounts, writeRunCold } from './write-run-cold.ts';
import { writeRunTrade } from './write-run-trade.ts';
import { writeVisitSums } from './write-visit-sums.ts';

/** The computed facts of a run. */
export interface RunMade {
  run: RunToMatch;
  facts: RunFacts;
  isOver: boolean;
}

/** A row of `run_visits`, for comparison and writing. */
interface VisitRow {
  run_id: number;
  outlet_id: number;
  vehicle_id: number | null;
  stop_id: number | null;
  state: StopVisit['state'];
  served: boolean;
  actual_order: number | null;
  arrived_at: string | null;
  departed_at: string | null;
  stood_s: number;
  leg_s: number | null;
  leg_from: number | null;
  doubt: string | null;
  /** As in its stop; null for an unplanned outlet. */
  window_from: string | null;
  window_to: string | null;
  territory_id: number | null;
}

const VISIT_COLUMNS = {
  run_id: 'int',
  outlet_id: 'int',
  vehicle_id: 'int',
  stop_id: 'int',
  state: 'text',
  served: 'boolean',
  actual_order: 'smallint',
  arrived_at: 'timestamptz',
  departed_at: 'timestamptz',
  stood_s: 'real',
  leg_s: 'real',
  leg_from: 'int',
  doubt: 'text',
  window_from: 'timestamptz',
  window_to: 'timestamptz',
  territory_id: 'int',
} as const;

const FACT_COLUMNS = {
  run_id: 'int',
  begun_at: 'timestamptz',
  begun_by: 'text',
  ended_at: 'timestamptz',
  ended_by: 'text',
  driven_m: 'double precision',
  planned: 'int',
  visited: 'int',
  missed: 'int',
  unknown: 'int',
  skipped: 'int',
  unplanned: 'int',
  in_sequence: 'int',
  windows: 'int',
  on_time: 'int',
  late: 'int',
  stood_s: 'real',
  lasted_s: 'real',
  first_drop_at: 'timestamptz',
  last_drop_at: 'timestamptz',
  doubts: 'int',
} as const;

const at = (moment: number | null): string | null => (moment === null ? null : new Date(moment).toISOString());

/**
 * Writes the facts of runs, in the caller's transaction, and deletes obsolete ones. Changes after the day of a run was
 * closed are logged in `run_fact_changes`. Returns the runs that changed.
 */
export async function writeRunFacts(
  db: Queryable,
  made: readonly RunMade[],
  counts: ColdCounts,
  now: number,
): Promise<Set<number>> {
  const runIds = made.map(({ run }) => run.id);
  const changed = new Set<number>();
  const active = made.filter(({ run }) => !run.cancelled);
  const visits = active.flatMap(visitRows);
  const keys = JSON.stringify(visits.map(({ run_id, outlet_id }) => ({ run_id, outlet_id })));
  // Obsolete rows first, then new and changed ones: each returns its former values.
  const gone = await db.query<Trace>(
    `DELETE FROM run_visits v USING run_visits before LEFT JOIN run_facts f ON f.run_id = before.run_id
      WHERE v.id = before.id AND v.run_id = ANY($1) AND (v.run_id, v.outlet_id) NOT IN (
        SELECT run_id, outlet_id FROM json_to_recordset($2::json) AS k(run_id int, outlet_id int))
      RETURNING v.run_id, v.outlet_id, ${shown('before')} AS before, NULL::jsonb AS after, f.closed_at IS NOT NULL AS closed`,
    [runIds, keys],
  );
  const different = await db.query<Trace>(upsertVisits, [JSON.stringify(visits)]);
  const runs = await db.query<Trace>(upsertFacts, [JSON.stringify(active.map(factRow))]);
  await writeRunTerritories(db, runIds, active);
  await writeVisitSums(db, runIds);
  const figures = [...(await writeRunTrade(db, runIds)), ...(await writeRunCold(db, active, counts, now))];
  for (const runId of figures) changed.add(runId);
  const cancelled = made.filter(({ run }) => run.cancelled).map(({ run }) => run.id);
  if (cancelled.length > 0) await db.query('DELETE FROM run_facts WHERE run_id = ANY($1)', [cancelled]);
  const traces = [...gone.rows, ...different.rows, ...runs.rows];
  for (const { run_id } of traces) changed.add(run_id);
  const late = traces.filter(({ closed, before, after }) => closed && !isSame(before, after));
  if (late.length > 0) await storeTraces(db, late);
  const over = made.filter(({ run, isOver }) => isOver && !run.cancelled).map(({ run }) => run.id);
  const closed = await db.query<{ run_id: number }>(
    'UPDATE run_facts SET closed_at = now() WHERE run_id = ANY($1) AND closed_at IS NULL RETURNING run_id',
    [over],
  );
  for (const { run_id } of closed.rows) changed.add(run_id);
  return changed;
}

/** The former and present values of a visit, or of a run (without an outlet). */
interface Trace {
  run_id: number;
  outlet_id: number | null;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  closed: boolean;
}

const isSame = (a: Trace['before'], b: Trace['before']) => JSON.stringify(a) === JSON.stringify(b);

/** The displayed values of a visit, and of a run. */
const shown = (row: string) => `jsonb_build_object('state', ${row}.state, 'arrivedAt', ${row}.arrived_at,
  'departedAt', ${row}.departed_at, 'order', ${row}.actual_order, 'doubt', ${row}.doubt)`;
const shownRun = (row: string) => `jsonb_build_object('begunAt', ${row}.begun_at, 'endedAt', ${row}.ended_at,
  'drivenM', ${row}.driven_m)`;

const listOf = (columns: Record<string, string>, prefix = '') =>
  Object.keys(columns)
    .map((name) => `${prefix}${name}`)
    .join(', ');
const typed = (columns: Record<string, string>) =>
  Object.entries(columns)
    .map(([name, type]) => `${name} ${type}`)
    .join(', ');

function upsertOf(options: {
  table: string;
  columns: Record<string, string>;
  key: string;
  outlet: string;
  show: (row: string) => string;
}): string {
  const { table, columns, key, outlet, show } = options;
  const keys = key.split(', ');
  const same = (left: string, right: string) => keys.map((name) => `${left}.${name} = ${right}.${name}`).join(' AND ');
  const differs = (left: string, right: string) =>
    `(${listOf(columns, `${left}.`)}) IS DISTINCT FROM (${listOf(columns, `${right}.`)})`;
  // The former values are looked up row by row: PostgreSQL estimates the new rows as a hundred, and a join with them as
  // one, so that thousands of changes would be compared pairwise.
  return `
    WITH told AS MATERIALIZED (
      SELECT told.*, held.before, held.run_id IS NULL OR held.differs AS is_new, run.closed IS TRUE AS closed
        FROM json_to_recordset($1::json) AS told(${typed(columns)})
        LEFT JOIN LATERAL (
          SELECT held.run_id, ${show('held')} AS before, ${differs('held', 'told')} AS differs
            FROM ${table} held WHERE ${same('held', 'told')} LIMIT 1) held ON true
        LEFT JOIN LATERAL (
          SELECT f.closed_at IS NOT NULL AS closed FROM run_facts f WHERE f.run_id = told.run_id LIMIT 1) run ON true),
    written AS (
      INSERT INTO ${table} AS held (${listOf(columns)}) SELECT ${listOf(columns)} FROM told WHERE is_new
      ON CONFLICT (${key}) DO UPDATE SET (${listOf(columns)}) = ROW(${listOf(columns, 'excluded.')})
      WHERE ${differs('held', 'excluded')}
      RETURNING ${key}, ${show('held')} AS after)
    SELECT w.run_id, ${outlet} AS outlet_id, told.before, w.after, told.closed
      FROM written w JOIN told ON ${same('told', 'w')}`;
}

const upsertVisits = upsertOf({
  table: 'run_visits',
  columns: VISIT_COLUMNS,
  key: 'run_id, outlet_id',
  outlet: 'w.outlet_id',
  show: shown,
});
const upsertFacts = upsertOf({
  table: 'run_facts',
  columns: FACT_COLUMNS,
  key: 'run_id',
  outlet: 'NULL::int',
  show: shownRun,
});

async function storeTraces(db: Queryable, traces: readonly Trace[]): Promise<void> {
  await db.query(
    `WITH trace AS (
       SELECT * FROM json_to_recordset($1::json) AS t(run_id int, outlet_id int, before jsonb, after jsonb)
     ), kept AS (
       INSERT INTO run_fact_changes (run_id, outlet_id, before, after) SELECT run_id, outlet_id, before, after FROM trace
     ), runs AS (
       UPDATE run_facts SET changed_after_close = now() WHERE run_id IN (SELECT run_id FROM trace)
     )
     UPDATE run_visits v SET changed_after_close = now() FROM trace t
      WHERE v.run_id = t.run_id AND v.outlet_id = t.outlet_id`,
    [JSON.stringify(traces)],
  );
}

function visitRows({ run, facts }: RunMade): VisitRow[] {
  const stops = new Map(run.plan.stops.map((stop) => [stop.outletId, stop]));
  return facts.visits.map((visit) => ({
    run_id: run.id,
    outlet_id: visit.outletId,
    vehicle_id: visit.vehicleId ?? run.vehicleId,
    stop_id: run.stopIds.get(visit.outletId) ?? null,
    state: visit.state,
    served: visit.served,
    actual_order: visit.order,
    arrived_at: at(visit.arrivedAt),
    departed_at: at(visit.departedAt),
    stood_s: visit.stoodS,
    leg_s: visit.legS,
    leg_from: visit.legFrom,
    doubt: visit.doubt,
    window_from: at(stops.get(visit.outletId)?.windowFrom ?? null),
    window_to: at(stops.get(visit.outletId)?.windowTo ?? null),
    territory_id: run.territories.get(visit.outletId) ?? null,
  }));
}

function factRow({ run, facts }: RunMade) {
  const sums = sumsOf(run.plan, facts);
  const drops = facts.visits.flatMap(({ served, arrivedAt }) => (served && arrivedAt !== null ? [arrivedAt] : []));
  return {
    run_id: run.id,
    begun_at: at(facts.begunAt),
    begun_by: facts.begunBy,
    ended_at: at(facts.endedAt),
    ended_by: facts.endedBy,
    driven_m: facts.drivenM,
    planned: sums.planned,
    visited: sums.visited,
    missed: sums.missed,
    unknown: sums.unknown,
    skipped: sums.skipped,
    unplanned: sums.unplanned,
    in_sequence: sums.inSequence,
    windows: sums.windows,
    on_time: sums.onTime,
    late: sums.late,
    stood_s: sums.stoodS,
    lasted_s: sums.lastedS,
    first_drop_at: at(drops.length > 0 ? Math.min(...drops) : null),
    last_drop_at: at(drops.length > 0 ? Math.max(...drops) : null),
    doubts: sums.doubts,
  };
}
