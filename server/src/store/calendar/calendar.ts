import { CALENDAR_KINDS, type CalendarKind, MAX_ENTRIES_PER_DAY } from '@milepost/contract/calendar-kinds';
import type { CalendarEntry } from '@milepost/contract/calendar-operations';
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
  /** The days with entries, and the number of these. */
  days: { day: string; total: number }[];
}

/** With its rank among the entries of its kind and day, and their total. */
type Row = Omit<CalendarEntry, 'from' | 'to'> & { from: Date | null; to: Date | null; place: number; total: number };

/** The kinds of entries whose menu a person can view. */
export const seenKinds = (mayView: (menu: MenuKey) => boolean): CalendarKind[] =>
  CALENDAR_KINDS.filter((kind) => mayView(CALENDAR_SOURCES[kind].menu));

/** The visible entries of these days in order: the first of each day, those without a time before the others. */
export async function listCalendar(
  db: Queryable,
  scope: Scope,
  { from, days, kinds }: CalendarRequest,
): Promise<CalendarAnswer> {
  if (kinds.length === 0) return { rows: [], days: [] };
  const values = [scope.organisationIds, from, lastDay(from, days), await zoneOf(db, scope)];
  const found = (await Promise.all(kinds.map((kind) => readKind(db, scope, kind, values)))).flat();
  const ofDay = Map.groupBy(found, ({ day }) => day);
  const known = [...ofDay.keys()].toSorted();
  return {
    rows: known.flatMap((day) => (ofDay.get(day) ?? []).toSorted(byTime).slice(0, MAX_ENTRIES_PER_DAY).map(toEntry)),
    days: known.map((day) => ({ day, total: (ofDay.get(day) ?? []).reduce((all, row) => all + totalOf(row), 0) })),
  };
}

/** Of each kind and day, at most as many entries are read as all kinds together can show. */
async function readKind(db: Queryable, scope: Scope, kind: CalendarKind, values: readonly unknown[]): Promise<Row[]> {
  const { rows } = await db.query<Row>(
    // The CTE declares the types of parameters that not every kind uses. The details are looked up row by row, as the
    // planner overestimates the number of rows.
    `WITH bounds AS (SELECT $1::int[], $2::date, $3::date, $4::text)
     SELECT '${kind}' AS kind, e.id, e.day::text, e.from_time AS from, told.to_time AS to, e.about, told.of,
            told.vehicle_id AS "vehicleId", e.done, e.place, e.total
     FROM (${firstOfDays(scope, kind)}) e CROSS JOIN LATERAL (${CALENDAR_SOURCES[kind].label} OFFSET 0) told
     ORDER BY e.day, e.place`,
    [...values],
  );
  return rows;
}

const ORDER = 'from_time NULLS FIRST, done, lower(about), id';

/** SQL of the first entries of each day, with their rank and the total of the day. */
function firstOfDays(scope: Scope, kind: CalendarKind): string {
  const { sql, byDay, order = ORDER } = CALENDAR_SOURCES[kind];
  const all = sql(scope, '$2::date', '$3::date');
  if (!byDay) {
    return `SELECT * FROM (
      SELECT e.*, row_number() OVER (PARTITION BY day ORDER BY ${ORDER})::int AS place,
             count(*) OVER (PARTITION BY day)::int AS total
      FROM (${all}) e) e WHERE e.place <= ${MAX_ENTRIES_PER_DAY}`;
  }
  return `SELECT first.*, days.total FROM (SELECT day, count(*)::int AS total FROM (${all}) e GROUP BY day) days
    CROSS JOIN LATERAL (
      SELECT e.*, row_number() OVER ()::int AS place
      FROM (SELECT * FROM (${sql(scope, 'days.day', 'days.day')}) e ORDER BY ${order} LIMIT ${MAX_ENTRIES_PER_DAY}) e) first`;
}

/** Entries without a time first, then those not done; within a kind, in the order of the query. */
const byTime = (a: Row, b: Row): number =>
  (a.from?.getTime() ?? 0) - (b.from?.getTime() ?? 0) ||
  Number(a.done) - Number(b.done) ||
  CALENDAR_KINDS_BY_NAME.indexOf(a.kind) - CALENDAR_KINDS_BY_NAME.indexOf(b.kind) ||
  a.place - b.place;
const CALENDAR_KINDS_BY_NAME = CALENDAR_KINDS.toSorted();

/** The total of a kind and day, counted with its first entry only. */
const totalOf = ({ place, total }: Row): number => (place === 1 ? total : 0);

const toEntry = ({ place: _place, total: _total, ...row }: Row): CalendarEntry => ({
  ...row,
  from: row.from?.toISOString() ?? null,
  to: row.to?.toISOString() ?? null,
});

const DAY_MS = 86_400_000;
const lastDay = (from: string, days: number) =>
  new Date(Date.parse(`${from}T00:00:00Z`) + (days - 1) * DAY_MS).toISOString().slice(0, 10);

/** The time zone of the days in a caller's calendar. */
export async function zoneOf(db: Queryable, { organisationId }: Pick<Scope, 'organisationId'>): Promise<string> {
  const found = await db.query<{ zone: string }>('SELECT time_zone AS zone FROM organisations WHERE id = $1', [
    organisationId,
  ]);
  return onlyRow(found).zone;
}
