import type { RunDayState } from '@milepost/contract/run-day-kinds';
import type { DayRun } from '@milepost/contract/run-day-operations';
import type { ReportedLocation } from '@milepost/tracking/runs/expected';
import type { Queryable } from '../database.ts';
import type { Page } from '../page.ts';
import { depotSql, refSql } from '../routes/route-rows.ts';
import { readWhereabouts } from '../runs/whereabouts.ts';
import type { Scope } from '../scope.ts';
import { everyWordIn, registrationOf, searchPatterns } from '../search/every-word.ts';
import {
  filterValues,
  iso,
  LATE_S,
  rankOf,
  RUN_TABLES,
  type RunDayFilter,
  visibleRunsSql,
  STATE,
} from './run-day-rows.ts';
import { type Awaited, readDayStops } from './run-day-stops.ts';

const HOUR_MS = 3_600_000;
/** The time before the start and after the planned end of a run in which its vehicle is shown. */
const BEFORE_MS = 2 * HOUR_MS;
const AFTER_MS = 12 * HOUR_MS;

interface RunDayParams extends RunDayFilter {
  states: readonly RunDayState[];
  search: string;
  page: number;
  pageSize: number;
}

const DATES = ['startsAt', 'endsAt', 'begunAt', 'endedAt', 'changedAfterClose'] as const;
type Dates = (typeof DATES)[number];
interface RunRow extends Omit<DayRun, Dates | 'stops' | 'whereabouts'> {
  startsAt: Date;
  endsAt: Date;
  begunAt: Date | null;
  endedAt: Date | null;
  changedAfterClose: Date | null;
  awaited: Awaited[] | null;
}

const COLUMNS = `u.id, json_build_object('id', r.id, 'name', r.name, 'colour', r.colour) AS route, u.day::text,
  ${STATE} AS state, ${refSql('v', 'registration')} AS vehicle, ${refSql('d')} AS driver, ${depotSql('b')} AS "beginDepot",
  u.starts_at AS "startsAt", u.ends_at AS "endsAt", f.begun_at AS "begunAt", f.ended_at AS "endedAt",
  coalesce(f.planned, 0) AS planned, coalesce(f.visited, 0) AS visited, coalesce(f.missed, 0) AS missed,
  coalesce(f.unplanned, 0) AS unplanned, coalesce(f.unknown, 0) AS unknown, coalesce(f.skipped, 0) AS skipped,
  coalesce(f.late, 0) AS late, coalesce(e.late_stops, 0) AS "lateStops", ${LATE_S} AS "lateS",
  f.changed_after_close AS "changedAfterClose", CASE WHEN f.ended_at IS NULL THEN e.stops END AS awaited`;

/** SQL of the requested runs, regardless of their state; parameters 4 day, 5 search. */
const found = (scope: Scope) => `${visibleRunsSql(scope)} AND u.day = $4
  AND ${everyWordIn('$5', 'r.name', registrationOf('v'), 'd.name')}`;

/** The runs of a day with their stops, late ones first, and the number in each state. */
export async function listRunDay(
  db: Queryable,
  scope: Scope,
  params: RunDayParams,
): Promise<Page<DayRun> & { counts: Record<RunDayState, number> }> {
  const { day, states, search, page, pageSize } = params;
  const values = [...filterValues(scope, params), day, searchPatterns(search)];
  // First all runs in order with few columns, then the details of the page.
  const all = await db.query<{ id: number; state: RunDayState }>(
    `SELECT u.id, ${STATE} AS state FROM ${RUN_TABLES} WHERE ${found(scope)}
      ORDER BY ${rankOf(STATE)}, ${LATE_S} DESC, u.starts_at, lower(r.name), u.id`,
    values,
  );
  const counts = { late: 0, 'under-way': 0, ahead: 0, missed: 0, unknown: 0, done: 0, cancelled: 0 };
  for (const { state } of all.rows) counts[state] += 1;
  const wanted = all.rows.filter(({ state }) => states.length === 0 || states.includes(state));
  const ids = wanted.slice((page - 1) * pageSize, page * pageSize).map(({ id }) => id);
  const { rows } = await db.query<RunRow>(
    `SELECT ${COLUMNS} FROM ${RUN_TABLES} LEFT JOIN depots b ON b.id = u.begin_depot_id
      WHERE u.id = ANY($1) ORDER BY array_position($1, u.id)`,
    [ids],
  );
  const stops = await readDayStops(db, new Map(rows.map(({ id, awaited }) => [id, awaited ?? []])), ids);
  const whereabouts = await readWhereabouts(db, ids);
  return {
    rows: rows.map(({ awaited: _awaited, ...row }) => {
      const theirs = stops.get(row.id) ?? [];
      return {
        ...row,
        startsAt: row.startsAt.toISOString(),
        endsAt: row.endsAt.toISOString(),
        begunAt: iso(row.begunAt),
        endedAt: iso(row.endedAt),
        changedAfterClose: iso(row.changedAfterClose),
        planned: row.planned || theirs.filter(({ state }) => state !== 'unplanned').length,
        whereabouts: row.endedAt === null ? onItsDay(row, whereabouts.get(row.id)) : null,
        stops: theirs,
      };
    }),
    total: wanted.length,
    counts,
  };
}

/** Omits positions of other times, which do not show the progress of the run. */
function onItsDay(
  { startsAt, endsAt }: Pick<RunRow, 'startsAt' | 'endsAt'>,
  whereabouts: ReportedLocation | undefined,
): DayRun['whereabouts'] {
  if (!whereabouts) return null;
  const { at, place } = whereabouts;
  const isThen = at >= startsAt.getTime() - BEFORE_MS && at <= endsAt.getTime() + AFTER_MS;
  return isThen ? { ...place, at: new Date(at).toISOString() } : null;
}
