import { MAX_REPORT_DAYS, type ReportGroup } from '@milepost/contract/report-kinds';
import { dayCount } from '../store/dashboard/day-range.ts';
import type { ResolvedParams, Statement } from './report-query.ts';
import type { Report } from './report.ts';

export const columnSql = (key: string) => `r."${key}"`;
/** The columns of the source that identify groups. */
const KEYS = {
  vehicle: 'vehicle_id',
  driver: 'driver_id',
  group: 'group_id',
  kind: 'kind',
  vendor: 'vendor_id',
  fence: 'fence_id',
} as const;
const hasKey = (by: ReportGroup): by is keyof typeof KEYS => Object.hasOwn(KEYS, by);

export const columnOf = (report: Report, key: string | undefined) =>
  report.columns.find((column) => column.key === key);
export const columnOfKind = (report: Report, kind: string) => report.columns.find((column) => column.kind === kind);

/** The column with the label of a group; undefined when groups are days, weeks or months. */
export const groupColumn = (report: Report, by: ReportGroup) =>
  columnOfKind(report, by) ?? (hasKey(by) ? columnOf(report, by) : undefined);

/** The groupings that this report offers. */
export const groupingsOf = (report: Report): ReportGroup[] => [
  ...(['vehicle', 'driver', 'group'] as const).filter((kind) => columnOfKind(report, kind) !== undefined),
  ...(report.groupings ?? []),
  ...times(report),
];

/** A row of a month belongs to no single day or week. */
function times(report: Report): ReportGroup[] {
  if (report.time === undefined) return [];
  return columnOf(report, report.time)?.kind === 'month' ? ['month'] : ['day', 'week', 'month'];
}

/**
 * SQL for the day on which a row counts. Within the range it is found among the midnights of its days, for a third of
 * the cost of converting each row to local time.
 */
function dayOf(report: Report, statement: Statement, { range, timeZone }: ResolvedParams): string {
  const time = columnOf(report, report.time);
  if (time === undefined) throw new Error('the report has no time');
  if (time.kind === 'day' || time.kind === 'month') return `${columnSql(time.key)}::date`;
  const zone = statement.bind('zone', timeZone, 'text');
  const local = `(${columnSql(time.key)} AT TIME ZONE ${zone})::date`;
  // The midnights of a thousand years would cost more than the local time of each row.
  if (range === null || dayCount(range) > MAX_REPORT_DAYS) return local;
  const first = statement.bind('firstDay', range.from, 'date');
  const last = statement.bind('lastDay', range.to, 'date');
  const midnights = `(SELECT array_agg(day_begins(day::date, ${zone}) ORDER BY day)
    FROM generate_series(${first}::timestamp, ${last}::timestamp, interval '1 day') day)`;
  // A row that began before the range is cut at its beginning, so its counted part lies in the range.
  return `CASE WHEN ${columnSql(time.key)} < ${statement.bind('start', range.start, 'timestamptz')} THEN ${first}
    WHEN ${columnSql(time.key)} < ${statement.bind('end', range.end, 'timestamptz')}
    THEN ${first} + width_bucket(${columnSql(time.key)}, ${midnights}) - 1 ELSE ${local} END`;
}

export interface GroupSql {
  /** The value by which rows are first summed: cheap to compare, and never coarser than the group. */
  raw: string;
  /** The group's key, a text that is never null, from `raw` or an expression in its place. */
  keyOf: (raw: string) => string;
  /** Its label from a row; for a day, week or month, from `raw`. */
  label: string;
  timed: boolean;
  /**
   * The query for the days `w` and the condition that a row lies in one, when rows are to be read day by day; null for
   * a single read.
   */
  spans: { days: string; within: string } | null;
}

/**
 * The days of the range, for reports whose rows an index returns by time. For a selection of vehicles, all days are
 * read together through the index of each vehicle.
 */
function spansOf({ byIndex, time = '' }: Report, statement: Statement, resolved: ResolvedParams): GroupSql['spans'] {
  const { range, scope, vehicleIds, groupIds, vehicleTypes, driverIds } = resolved;
  const some = [vehicleIds, groupIds, vehicleTypes, driverIds].some(({ length }) => length > 0) || scope.limit !== null;
  if (byIndex !== true || some || range === null || dayCount(range) > MAX_REPORT_DAYS) return null;
  const zone = statement.bind('zone', resolved.timeZone, 'text');
  const first = statement.bind('firstDay', range.from, 'date');
  const last = statement.bind('lastDay', range.to, 'date');
  return {
    days: `(SELECT day::date AS day, CASE WHEN day::date = ${first} THEN '-infinity' ELSE day_begins(day::date, ${zone}) END AS a0,
        day_begins(day::date + 1, ${zone}) AS b0
      FROM generate_series(${first}::timestamp, ${last}::timestamp, interval '1 day') day)`,
    within: `${columnSql(time)} >= w.a0 AND ${columnSql(time)} < w.b0`,
  };
}

const idText = (id: string) => `coalesce(${id}::text, '')`;

/** SQL for the group of a row. */
export function groupSql(report: Report, by: ReportGroup, statement: Statement, resolved: ResolvedParams): GroupSql {
  if (hasKey(by)) {
    const column = groupColumn(report, by);
    if (column === undefined) throw new Error(`the report has no ${by}`);
    return { raw: `r.${KEYS[by]}`, keyOf: idText, label: columnSql(column.key), timed: false, spans: null };
  }
  const raw = dayOf(report, statement, resolved);
  const textOf = (day: string) =>
    by === 'month'
      ? `to_char(${day}, 'YYYY-MM')`
      : `to_char(${by === 'week' ? `date_trunc('week', ${day})` : day}, 'YYYY-MM-DD')`;
  return {
    raw,
    keyOf: (day) => `coalesce(${textOf(day)}, '')`,
    label: textOf(raw),
    timed: true,
    spans: spansOf(report, statement, resolved),
  };
}
