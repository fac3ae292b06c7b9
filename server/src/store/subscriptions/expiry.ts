import type { Queryable } from '../database.ts';
import type { Scope } from '../scope.ts';

/** A time in which a vehicle is expired: epoch milliseconds, the end exclusive; null: no end in sight. */
export type Gap = readonly [from: number, to: number | null];

/**
 * SQL: `vehicle_id` and `gaps` (tstzmultirange) of the vehicles that are ever without a subscription after they had
 * one. Each organisation above a vehicle counts separately: if it had a subscription for the vehicle and none is
 * running, the vehicle is expired. A customer therefore cannot undo this by selling subscriptions to organisations
 * below.
 * @param vehicles SQL (` AND …`) that filters the vehicles `v`
 * @param running SQL (` AND …`) of subscriptions `on` for every vehicle that leave no gap in the requested time: all
 * subscriptions of such an organisation are skipped
 */
const gapsSql = (vehicles: string, running: string): string => `WITH RECURSIVE above AS (
    SELECT id AS start, id, parent_id FROM organisations UNION ALL
    SELECT above.start, up.id, up.parent_id FROM organisations up JOIN above ON up.id = above.parent_id
  ), spans AS MATERIALIZED (
    SELECT s.id, s.organisation_id, s.all_vehicles, s.vehicle_ids, tstzrange(
      day_begins(s.from_day, o.time_zone), day_begins(s.until_day + 1, o.time_zone)) AS span
    FROM subscriptions s JOIN organisations o ON o.id = s.organisation_id
    WHERE s.deleted_at IS NULL AND NOT EXISTS (SELECT FROM subscriptions "on" WHERE "on".organisation_id = s.organisation_id
      AND "on".deleted_at IS NULL AND "on".all_vehicles AND "on".from_day < current_date${running})
  ), covered AS (
    SELECT v.id AS vehicle_id, spans.organisation_id, spans.span
    FROM spans JOIN above ON above.id = spans.organisation_id JOIN vehicles v ON v.organisation_id = above.start
    WHERE spans.all_vehicles AND v.deleted_at IS NULL${vehicles}
    UNION ALL
    SELECT v.id, spans.organisation_id, spans.span
    FROM spans CROSS JOIN unnest(spans.vehicle_ids) named JOIN vehicles v ON v.id = named
    JOIN above ON above.id = spans.organisation_id AND above.start = v.organisation_id
    WHERE NOT spans.all_vehicles AND v.deleted_at IS NULL${vehicles}
  ), levels AS (
    SELECT vehicle_id, range_agg(span) AS spans FROM covered GROUP BY vehicle_id, organisation_id
  ), missing AS (
    SELECT vehicle_id, range_agg(tstzmultirange(tstzrange(lower(spans), NULL)) - spans) AS gaps
    FROM levels GROUP BY vehicle_id
  )
  SELECT vehicle_id, gaps FROM missing WHERE NOT isempty(gaps)`;

interface GapRow {
  id: number;
  since: Date;
  until: Date | null;
}

/**
 * The present and future times in which vehicles are expired, in order; a vehicle without any has no entry.
 * @param of one organisation (not those below it), or these vehicles; null: all
 */
export async function loadGaps(
  db: Queryable,
  of: { organisationId: number } | { vehicleIds: readonly number[] } | null,
): Promise<Map<number, Gap[]>> {
  const one = of !== null && 'organisationId' in of;
  const { rows } = await db.query<GapRow>(
    `SELECT vehicle_id AS id, lower(gap) AS since, upper(gap) AS until
     FROM (${gapsSql(' AND ($1::int IS NULL OR v.organisation_id = $1) AND ($2::int[] IS NULL OR v.id = ANY($2))', ' AND "on".until_day IS NULL')}) found,
       unnest(gaps) gap WHERE upper_inf(gap) OR upper(gap) > now() ORDER BY vehicle_id, gap`,
    [one ? of.organisationId : null, of !== null && 'vehicleIds' in of ? of.vehicleIds : null],
  );
  const found = new Map<number, Gap[]>();
  for (const { id, since, until } of rows) {
    const gaps = found.get(id) ?? [];
    gaps.push([since.getTime(), until?.getTime() ?? null]);
    found.set(id, gaps);
  }
  return found;
}

/** Since when a vehicle with these gaps is expired; null if it is not. */
export const expiredSince = (gaps: readonly Gap[], now: number): number | null =>
  gaps.find(([from, to]) => from <= now && (to === null || now < to))?.[0] ?? null;

/** The number of expired vehicles in the scope. */
export async function countExpired(db: Queryable, scope: Scope): Promise<number> {
  const { rows } = await db.query<{ expired: number }>(
    `SELECT count(*)::int AS expired FROM (${gapsSql(
      ' AND v.organisation_id = ANY($1)',
      // One more day, so that it holds in every time zone.
      ' AND ("on".until_day > current_date + 1 OR "on".until_day IS NULL)',
    )}) found WHERE gaps @> now()`,
    [scope.organisationIds],
  );
  return rows[0]?.expired ?? 0;
}
