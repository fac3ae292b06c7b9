import { addDays, isoWeekday } from '@milepost/contract/route-days';
import { MAX_STOPS } from '@milepost/contract/route-kinds';
import type { RouteOutlet } from '@milepost/contract/route-stop';
import { andSeenOutlet } from '../common-records.ts';
import type { Queryable } from '../database.ts';
import { firstRows, type Page } from '../page.ts';
import { hoursReader } from '../routes/route-plans.ts';
import { ROUTE_OUTLET } from '../routes/route-rows.ts';
import type { Scope } from '../scope.ts';

interface Filter {
  day: string;
  outletIds?: readonly number[] | undefined;
  codes?: readonly string[] | undefined;
}
type Row = Omit<RouteOutlet, 'hours'> & { hours: string | null; onRoute: string | null };

const DAYS_OF_WEEK = 7;

/** SQL of stops that are planned to be served: of a run that is not cancelled, and not skipped. */
const PLANNED = `FROM route_run_stops s JOIN route_runs run ON run.id = s.run_id
  WHERE s.outlet_id = u.id AND run.state = 'planned' AND s.skip_reason IS NULL`;

/**
 * SQL: true when an outlet wants more visits than are planned. For an outlet that wants a visit every n weeks: none is
 * planned in the n weeks that end with the week of the day; `$3` is its Sunday.
 */
const DUE = `u.state = 'active' AND u.lat IS NOT NULL AND u.visits_per_week > 0 AND
  (SELECT count(*) ${PLANNED} AND run.day <= $3 AND run.day > $3::date - greatest(${DAYS_OF_WEEK},
     round(${DAYS_OF_WEEK} / u.visits_per_week::numeric))::int) < greatest(1, u.visits_per_week)
  AND NOT EXISTS (SELECT ${PLANNED} AND run.day = $2)`;

/** The outlets that can be stops of a day: those with these ids or codes, otherwise those that are due; by code. */
export async function readSpreadStops(
  db: Queryable,
  scope: Scope,
  organisationId: number,
  { day, outletIds, codes }: Filter,
): Promise<Page<RouteOutlet & { onRoute: string | null }>> {
  const isChosen = outletIds !== undefined || codes !== undefined;
  const chosen = `($4::int[] IS NULL OR u.id = ANY($4))
    AND ($5::text[] IS NULL OR upper(u.code) IN (SELECT upper(code) FROM unnest($5::text[]) code))`;
  const { rows, total } = await firstRows<Row>(
    db,
    `SELECT ${ROUTE_OUTLET}, (SELECT r.name FROM route_run_stops s JOIN route_runs run ON run.id = s.run_id
         JOIN routes r ON r.id = run.route_id
       WHERE s.outlet_id = u.id AND run.state = 'planned' AND s.skip_reason IS NULL AND run.day = $2
       ORDER BY run.starts_at, run.id LIMIT 1) AS "onRoute"
     FROM outlets u WHERE u.organisation_id = $1 AND u.deleted_at IS NULL${andSeenOutlet(scope, 'u')}
       AND ($3::date IS NOT NULL) AND ${isChosen ? chosen : `$4::int[] IS NULL AND $5::text[] IS NULL AND ${DUE}`}
     ORDER BY upper(u.code), u.id`,
    [organisationId, day, addDays(day, DAYS_OF_WEEK - isoWeekday(day)), outletIds ?? null, codes ?? null],
    MAX_STOPS,
  );
  const hours = hoursReader();
  return { rows: rows.map((row) => ({ ...row, hours: hours(row.hours) })), total };
}
