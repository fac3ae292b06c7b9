import type { Queryable } from '../database.ts';
import { andSeenGroup, type Scope } from '../scope.ts';

/** The days of a range in which a vehicle was in one group. */
export interface GroupSpan {
  vehicleId: number;
  /** Null: in none. */
  groupId: number | null;
  /** The first and last day, and their start and end. */
  from: string;
  to: string;
  start: Date;
  end: Date;
}

/** Each different span of days requires another query of a report. */
const MAX_SPANS = 60;

/**
 * The groups by day of vehicles that were in another group than their present one during a range. A day belongs to the
 * group at its end, or to none if that group was deleted or is beyond the person's limit, as it can belong to another
 * customer. Empty without such vehicles; null with more than 60 different spans of days.
 */
export async function readGroupSpans(
  db: Queryable,
  scope: Scope,
  { range, timeZone }: { range: { from: string; to: string }; timeZone: string },
): Promise<GroupSpan[] | null> {
  const { rows } = await db.query<GroupSpan>(
    `WITH changes AS (
       SELECT c.vehicle_id, (c.at AT TIME ZONE $4)::date AS day, c.at, c.id, v.group_id AS now_group,
              CASE WHEN g.id IS NULL THEN NULL ELSE c.from_group END AS from_group
       FROM vehicle_group_changes c JOIN vehicles v ON v.id = c.vehicle_id
       LEFT JOIN vehicle_groups g ON g.id = c.from_group AND g.organisation_id = v.organisation_id${andSeenGroup(scope, 'g.id')}
       WHERE v.organisation_id = ANY($1) AND c.at >= day_begins($2::date + 1, $4)),
     -- The first of several changes on a day contains the group before that day.
     firsts AS (SELECT DISTINCT ON (vehicle_id, day) * FROM changes ORDER BY vehicle_id, day, at, id),
     spans AS (
       SELECT vehicle_id, from_group AS group_id, day - 1 AS until,
              coalesce(lag(day) OVER (PARTITION BY vehicle_id ORDER BY day), $2::date) AS since FROM firsts
       UNION ALL
       SELECT vehicle_id, now_group, 'infinity'::date, max(day) FROM firsts GROUP BY vehicle_id, now_group),
     cut AS (
       SELECT vehicle_id, group_id, since, least(until, $3::date) AS until FROM spans WHERE since <= $3::date AND until >= since)
     SELECT c.vehicle_id AS "vehicleId", c.group_id AS "groupId", to_char(c.since, 'YYYY-MM-DD') AS from,
            to_char(c.until, 'YYYY-MM-DD') AS to, day_begins(c.since, $4) AS start, day_begins(c.until + 1, $4) AS end
     FROM cut c
     WHERE EXISTS (SELECT FROM cut o JOIN vehicles v ON v.id = o.vehicle_id
                   WHERE o.vehicle_id = c.vehicle_id AND o.group_id IS DISTINCT FROM v.group_id)
     ORDER BY c.since, c.until, c.vehicle_id`,
    [scope.organisationIds, range.from, range.to, timeZone],
  );
  const different = new Set(rows.map(({ from, to }) => `${from} ${to}`));
  return different.size > MAX_SPANS ? null : rows;
}
