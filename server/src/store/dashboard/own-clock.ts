import type { Queryable } from '../database.ts';
import { onlyRow } from '../rows.ts';
import type { Scope } from '../scope.ts';
import type { DayRange } from './day-range.ts';

export interface OwnClock {
  timeZone: string;
  today: string;
}

/** The time zone of the caller's organisation, and its local day at `now`. */
export async function readOwnClock(db: Queryable, scope: Scope, now: Date): Promise<OwnClock> {
  return onlyRow(
    await db.query<OwnClock>(
      `SELECT time_zone AS "timeZone", ($2::timestamptz AT TIME ZONE time_zone)::date::text AS today
       FROM organisations WHERE id = $1`,
      [scope.organisationId, now],
    ),
  );
}

/** The start and end of a range of days in a time zone; a day with a clock change has 23 or 25 hours. */
export async function momentsOf(
  db: Queryable,
  { from, to }: DayRange,
  timeZone: string,
): Promise<{ start: Date; end: Date }> {
  return onlyRow(
    await db.query<{ start: Date; end: Date }>(
      `SELECT day_begins($1::date, $3) AS start, day_begins($2::date + 1, $3) AS end`,
      [from, to, timeZone],
    ),
  );
}
