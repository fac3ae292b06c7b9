import { CALENDAR_KINDS, type CalendarKind, MOST_OF_DAY } from '@milepost/contract/calendar-kinds';
import type { CalendarEntry } from '@milepost/contract/calendar-routes';
import type { MenuKey } from '@milepost/contract/rights';
import type { Queryable } from '../database.ts';
import { onlyRow } from '../rows.ts';
import type { Scope } from '../scope.ts';
import { CALENDAR_SOURCES } from './calendar-sources.ts';

export interface CalendarRequest {
  /** The first day, `YYYY-MM-DD`. */
  from: string;
  days: number;
  kinds: readonly CalendarKind[];
}

interface CalendarAnswer {
  rows: CalendarEntry[];
  /** Days that have any, with how many there are. */
  days: { day: string; total: number }[];
}

type Row = Omit<CalendarEntry, 'from' | 'to'> & { from: Date | null; to: Date | null; total: number };

/** Kinds of entries whose menu somebody may view. */
export const seenKinds = (mayView: (menu: MenuKey) => boolean): CalendarKind[] =>
  CALENDAR_KINDS.filter((kind) => mayView(CALENDAR_SOURCES[kind].menu));

/** What is seen at these days, in their order: of a day the first entries, those without a time before the others. */
export async function listCalendar(
  db: Queryable,
  scope: Scope,
  { from, days, kinds }: CalendarRequest,
): Promise<CalendarAnswer> {
  if (kinds.length === 0) return { rows: [], days: [] };
  const parts = kinds.map((kind) => `(${CALENDAR_SOURCES[kind].sql(scope)})`);
  const { rows } = await db.query<Row>(
    // The bounds name the types of parameters that not every kind needs.
    `WITH bounds AS (SELECT $1::int[], $2::date, $3::date, $4::text), entries AS (
       SELECT e.*, row_number() OVER (PARTITION BY day ORDER BY from_time NULLS FIRST, done, kind, lower(about), id) AS place,
              count(*) OVER (PARTITION BY day)::int AS total
       FROM (${parts.join(' UNION ALL ')}) e
     )
     SELECT kind, id, day::text, from_time AS from, to_time AS to, about, of, vehicle_id AS "vehicleId", done, total
     FROM entries WHERE place <= ${MOST_OF_DAY} ORDER BY day, place`,
    [scope.organisationIds, from, lastDay(from, days), await zoneOf(db, scope)],
  );
  const totals = new Map(rows.map(({ day, total }) => [day, total]));
  return {
    rows: rows.map(({ total: _total, ...row }) => ({
      ...row,
      from: row.from?.toISOString() ?? null,
      to: row.to?.toISOString() ?? null,
    })),
    days: [...totals].map(([day, total]) => ({ day, total })),
  };
}

const DAY_MS = 86_400_000;
const lastDay = (from: string, days: number) =>
  new Date(Date.parse(`${from}T00:00:00Z`) + (days - 1) * DAY_MS).toISOString().slice(0, 10);

/** The zone whose days the calendar of a caller shows. */
export async function zoneOf(db: Queryable, { organisationId }: Scope): Promise<string> {
  const found = await db.query<{ zone: string }>('SELECT time_zone AS zone FROM organisations WHERE id = $1', [
    organisationId,
  ]);
  return onlyRow(found).zone;
}
