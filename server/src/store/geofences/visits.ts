import type { InsideRow, VisitRow, VisitTotals } from '@milepost/contract/visit-operations';
import type { Queryable } from '../database.ts';
import { type Page, type PageRequest, pageSql, firstRows } from '../page.ts';
import { everyWordIn, registrationOf, searchPatterns } from '../search/every-word.ts';
import { driverAt } from '../drivers/who-drove.ts';
import { andSeenFence } from '../common-records.ts';
import { andSeen, type Scope } from '../scope.ts';

/** The filters of visits; left out: no restriction. */
export interface VisitFilter {
  vehicleId?: number | undefined;
  groupId?: number | undefined;
  fenceId?: number | undefined;
  tag?: string | undefined;
}

/** Visits that overlap `from` up to `to`, with a duration in this range in seconds. */
export interface VisitSpan {
  from: Date;
  to: Date;
  minS?: number | undefined;
  maxS?: number | undefined;
}

const TABLES = `visits f JOIN vehicles v ON v.id = f.vehicle_id JOIN geofences g ON g.id = f.fence_id
  LEFT JOIN vehicle_groups vg ON vg.id = v.group_id`;

const which = (
  scope: Scope,
) => `v.organisation_id = ANY($1) AND g.organisation_id = ANY($1)${andSeen(scope)}${andSeenFence(scope, 'g')}
  AND ${everyWordIn('$2', registrationOf('v'), 'vg.name', 'g.name')}
  AND ($3::int IS NULL OR f.vehicle_id = $3) AND ($4::int IS NULL OR v.group_id = $4)
  AND ($5::int IS NULL OR f.fence_id = $5) AND ($6::text IS NULL OR $6 = ANY(g.tags))`;

const whichValues = (scope: Scope, search: string, filter: VisitFilter) => [
  scope.organisationIds,
  searchPatterns(search),
  filter.vehicleId ?? null,
  filter.groupId ?? null,
  filter.fenceId ?? null,
  filter.tag ?? null,
];

/** The time range of a visit, spelled as in its index. */
const DURING = `tstzrange(f.started_at, greatest(f.started_at, coalesce(f.ended_at, 'infinity')), '[]')`;
const WHEN = `${DURING} && tstzrange($7, $8) AND (f.started_at >= $7 OR coalesce(f.ended_at, 'infinity') > $7)
  AND ($9::float8 IS NULL OR f.duration_s >= $9) AND ($10::float8 IS NULL OR f.duration_s <= $10)`;

const whenValues = ({ from, to, minS, maxS }: VisitSpan) => [from, to, minS ?? null, maxS ?? null];

const NOT_NULL = { nulls: false };
const SORTS = {
  start: 'f.started_at',
  duration: 'f.duration_s',
  registration: 'lower(v.registration)',
  fence: 'lower(g.name)',
  distance: 'f.distance_m',
};

/** Without the last contact, which shows whether the visit is still current. */
type WithoutLastSeen<Row> = Omit<Row, 'heardAt'>;

interface LogRow extends WithoutLastSeen<Omit<VisitRow, 'start' | 'end'>> {
  start: Date;
  end: Date | null;
}

/** A page of the visit log, and the total. */
export async function listVisits(
  db: Queryable,
  scope: Scope,
  request: PageRequest & VisitFilter & VisitSpan,
): Promise<Page<WithoutLastSeen<VisitRow>>> {
  const values = [...whichValues(scope, request.search, request), ...whenValues(request)];
  const where = `${which(scope)} AND ${WHEN}`;
  const [page, count] = await Promise.all([
    db.query<LogRow>(
      `SELECT f.id, f.vehicle_id AS "vehicleId", f.started_at AS start, f.ended_at AS end, f.duration_s AS "durationS",
              f.fence_id AS "fenceId", g.name AS "fenceName", g.colour AS "fenceColour", f.distance_m AS "distanceM",
              f.entry_kph AS "entryKph", f.exit_kph AS "exitKph", f.between_fixes AS "betweenFixes", v.registration, vg.name AS "groupName",
              dr.name AS "driverName", extract(epoch FROM f.started_at - last.ended_at)::float8 AS "sinceLastS"
       FROM (SELECT f.id FROM ${TABLES} WHERE ${where} ${pageSql(request, SORTS, 'f.id', NOT_NULL)}) p
       JOIN visits f ON f.id = p.id JOIN vehicles v ON v.id = f.vehicle_id JOIN geofences g ON g.id = f.fence_id
       LEFT JOIN vehicle_groups vg ON vg.id = v.group_id
       ${driverAt('f.started_at')}
       LEFT JOIN LATERAL (SELECT b.ended_at FROM visits b
         WHERE b.vehicle_id = f.vehicle_id AND b.fence_id = f.fence_id AND b.started_at < f.started_at
         ORDER BY b.started_at DESC LIMIT 1) last ON true
       ${pageSql({ ...request, page: 1 }, SORTS, 'f.id', NOT_NULL)}`,
      values,
    ),
    db.query<{ total: number }>(`SELECT count(*)::int AS total FROM ${TABLES} WHERE ${where}`, values),
  ]);
  const rows = page.rows.map((row) => ({
    ...row,
    start: row.start.toISOString(),
    end: row.end?.toISOString() ?? null,
  }));
  return { rows, total: count.rows[0]?.total ?? 0 };
}

/** Inside at $7; for deleted geofences and vehicles, the state before the deletion. */
const INSIDE = `${DURING} @> $7::timestamptz AND coalesce(f.ended_at, 'infinity') > $7
  AND coalesce(v.deleted_at, 'infinity') > $7 AND coalesce(g.deleted_at, 'infinity') > $7`;

/** The vehicles that were in a geofence at a given time; without a time, those that are in one now. */
export async function listInside(
  db: Queryable,
  scope: Scope,
  request: PageRequest & VisitFilter & { at?: Date | undefined },
): Promise<Page<WithoutLastSeen<InsideRow> & { durationS: number }>> {
  const { at } = request;
  const values = [...whichValues(scope, request.search, request), ...(at ? [at] : [])];
  const now = 'f.ended_at IS NULL AND v.deleted_at IS NULL AND g.deleted_at IS NULL';
  const where = `${which(scope)} AND ${at ? INSIDE : now}`;
  const [page, count] = await Promise.all([
    db.query<WithoutLastSeen<Omit<InsideRow, 'start' | 'end'>> & { start: Date; end: Date | null; durationS: number }>(
      `SELECT f.id, f.fence_id AS "fenceId", g.name AS "fenceName", g.colour AS "fenceColour",
              f.vehicle_id AS "vehicleId", v.registration, vg.name AS "groupName", dr.name AS "driverName",
              f.started_at AS start, f.ended_at AS end, f.entry_kph AS "entryKph", f.distance_m AS "distanceM", f.between_fixes AS "betweenFixes", f.duration_s AS "durationS"
       FROM ${TABLES} ${driverAt(at ? '$7' : 'now()')}
       WHERE ${where} ${pageSql(request, { fence: 'lower(g.name)' }, 'g.id, f.started_at, f.id')}`,
      values,
    ),
    db.query<{ total: number }>(`SELECT count(*)::int AS total FROM ${TABLES} WHERE ${where}`, values),
  ]);
  return {
    rows: page.rows.map((row) => ({ ...row, start: row.start.toISOString(), end: row.end?.toISOString() ?? null })),
    total: count.rows[0]?.total ?? 0,
  };
}

const TOTAL_SORTS = {
  visits: 'visits',
  vehicles: 'vehicles',
  total: '"totalS"',
  average: '"averageS"',
  longest: '"longestS"',
  fence: 'lower(name)',
};

/** The seconds of a visit within $7 to $8. An open visit counts as far as it is known. */
const WITHIN = `greatest(0, extract(epoch FROM
  least(f.started_at + f.duration_s * interval '1 second', $8) - greatest(f.started_at, $7)))::float8`;

/**
 * Totals by geofence, of the time within the range; a visit counts in the range in which it began, so that the totals
 * of two ranges can be added.
 */
export async function listVisitTotals(
  db: Queryable,
  scope: Scope,
  request: PageRequest & VisitFilter & VisitSpan,
): Promise<Page<VisitTotals>> {
  const { rows } = await db.query<VisitTotals & { found: number }>(
    `SELECT sums.*, count(*) OVER ()::int AS found FROM (
       SELECT g.id, g.name, g.colour, g.tags, count(*) FILTER (WHERE f.started_at >= $7 AND f.started_at < $8)::int AS visits, count(DISTINCT f.vehicle_id)::int AS vehicles,
              sum(${WITHIN}) AS "totalS", avg(${WITHIN}) AS "averageS", max(${WITHIN}) AS "longestS"
       FROM ${TABLES} WHERE ${which(scope)} AND ${WHEN} GROUP BY g.id) sums
     ${pageSql(request, TOTAL_SORTS, 'id')}`,
    [...whichValues(scope, request.search, request), ...whenValues(request)],
  );
  const total = rows[0]?.found ?? 0;
  return { rows: rows.map(({ found: _found, ...row }) => row), total };
}

/** The most geofences among the options of a filter. */
const CHOICES = 50;

/** The options of the log's filters. */
export async function readVisitChoices(
  db: Queryable,
  scope: Scope,
  { fence, fenceId }: { fence: string; fenceId?: number | undefined },
) {
  const [fences, tags] = await Promise.all([
    db.query<{ id: number; name: string; colour: string; total: number }>(
      `SELECT id, name, colour, count(*) OVER ()::int AS total FROM geofences g
       WHERE organisation_id = ANY($1)${andSeenFence(scope, 'g')} AND (id = $2 OR (deleted_at IS NULL AND ${everyWordIn('$3', 'name')}))
       ORDER BY id = $2 DESC NULLS LAST, lower(name), id LIMIT ${CHOICES}`,
      [scope.organisationIds, fenceId ?? null, searchPatterns(fence)],
    ),
    firstRows<{ tag: string }>(
      db,
      `SELECT DISTINCT unnest(tags) AS tag FROM geofences g WHERE organisation_id = ANY($1) AND deleted_at IS NULL
         ${andSeenFence(scope, 'g')}
       ORDER BY 1`,
      [scope.organisationIds],
    ),
  ]);
  return {
    fences: fences.rows.map(({ total: _total, ...one }) => one),
    fencesTotal: fences.rows[0]?.total ?? 0,
    tags: tags.rows.map(({ tag }) => tag),
    tagsTotal: tags.total,
  };
}
