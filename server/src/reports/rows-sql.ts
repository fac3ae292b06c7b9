import type { ReportGroup } from '@milepost/contract/report-kinds';
import type { Report, ReportColumn } from './report.ts';
import { totalOf } from './report.ts';
import { type Asked, sourceSql, Statement } from './report-query.ts';

/** What of a report's rows is read, and how they are sorted. */
export interface Choice {
  group: ReportGroup | null;
  only: { by: ReportGroup; key: string } | null;
  sort: string;
  direction: 'asc' | 'desc';
}

const named = (key: string) => `r."${key}"`;
const PEOPLE = { vehicle: 'vehicle_id', driver: 'driver_id', group: 'group_id' } as const;

const columnOf = (report: Report, key: string | undefined) => report.columns.find((column) => column.key === key);
const ofKind = (report: Report, kind: string) => report.columns.find((column) => column.kind === kind);

/** What rows of this report can be put together by. */
export const groupingsOf = (report: Report): ReportGroup[] => [
  ...(['vehicle', 'driver', 'group'] as const).filter((kind) => ofKind(report, kind) !== undefined),
  ...times(report),
];

/** A month lies in no day and no week. */
function times(report: Report): ReportGroup[] {
  if (report.time === undefined) return [];
  return columnOf(report, report.time)?.kind === 'month' ? ['month'] : ['day', 'week', 'month'];
}

/** SQL of the day that a row counts on. */
function dayOf(report: Report, statement: Statement, timeZone: string): string {
  const time = columnOf(report, report.time);
  if (time === undefined) throw new Error('the report has no time');
  if (time.kind === 'day' || time.kind === 'month') return `${named(time.key)}::date`;
  return `(${named(time.key)} AT TIME ZONE ${statement.bind('zone', timeZone, 'text')})::date`;
}

interface GroupSql {
  key: string;
  label: string;
}

/** SQL of a row's group: its key, a text, and its name. */
function groupSql(report: Report, by: ReportGroup, statement: Statement, timeZone: string): GroupSql {
  if (by === 'vehicle' || by === 'driver' || by === 'group') {
    const column = ofKind(report, by);
    if (column === undefined) throw new Error(`the report has no ${by}`);
    return { key: `coalesce(r.${PEOPLE[by]}::text, '')`, label: named(column.key) };
  }
  const day = dayOf(report, statement, timeZone);
  const text =
    by === 'day'
      ? `to_char(${day}, 'YYYY-MM-DD')`
      : by === 'week'
        ? `to_char(date_trunc('week', ${day}), 'YYYY-MM-DD')`
        : `to_char(${day}, 'YYYY-MM')`;
  return { key: `coalesce(${text}, '')`, label: text };
}

/** A value of a row as it is read; places are made of `lat` and `lon` afterwards. */
function cellSql({ key, kind, at }: ReportColumn): string {
  switch (kind) {
    case 'place':
      return at ? `${named(at[0])}::float8 || ',' || ${named(at[1])}::float8` : named(key);
    case 'day':
      return `to_char(${named(key)}, 'YYYY-MM-DD')`;
    case 'month':
      return `to_char(${named(key)}, 'YYYY-MM')`;
    case 'moment':
    case 'choice':
    case 'vehicle':
    case 'driver':
    case 'group':
    case 'text':
      return named(key);
    default:
      return `${named(key)}::float8`;
  }
}

function totalSql(column: ReportColumn): string {
  const value = named(column.key);
  switch (totalOf(column)) {
    case 'sum':
      return `sum(${value}::float8)`;
    case 'max':
    case 'min': {
      const found = `${totalOf(column)}(${value})`;
      return column.kind === 'day' ? `to_char(${found}, 'YYYY-MM-DD')` : found;
    }
    case 'count':
      return `count(${value})`;
    case 'average': {
      const weight = `${named(column.averageBy ?? '')}::float8`;
      return `sum(${value}::float8 * ${weight}) / nullif(sum(${weight}) FILTER (WHERE ${value} IS NOT NULL), 0)`;
    }
    case null:
      return 'NULL';
  }
}

/** Whether a column is found for the page alone, where nothing else needs it. */
const isLate = (report: Report, key: string) => report.late?.keys.includes(key) ?? false;
const isLateGroup = (report: Report, by: ReportGroup | null) =>
  by !== null && (isLate(report, ofKind(report, by)?.key ?? '') || isLate(report, report.time ?? ''));

/** What is read of a report: each a statement of its own with the values of `statement`. */
export class RowsSql {
  readonly statement = new Statement();
  readonly #report: Report;
  readonly #choice: Choice;
  readonly #zone: string;
  /** Rows to choose from, as `r`; with the late columns where they are needed to choose, sort or add up. */
  readonly #from: string;
  readonly #joined: boolean;

  constructor(report: Report, asked: Asked, choice: Choice) {
    this.#report = report;
    this.#choice = choice;
    this.#zone = asked.timeZone;
    const drivers = asked.driverIds.length > 0 && ofKind(report, 'driver') !== undefined;
    const lateTotal = report.columns.some((column) => isLate(report, column.key) && totalOf(column) !== null);
    this.#joined =
      lateTotal ||
      (drivers && isLate(report, ofKind(report, 'driver')?.key ?? '')) ||
      isLate(report, choice.sort) ||
      isLateGroup(report, choice.group) ||
      isLateGroup(report, choice.only?.by ?? null) ||
      isLateGroup(report, this.chartBy());
    const source = `(${sourceSql(report.source, asked, this.statement)}) r`;
    const joined = this.#joined ? this.#withLate(source) : source;
    this.#from = drivers
      ? `(SELECT r.* FROM ${joined} WHERE r.driver_id = ANY(${this.statement.bind('drivers', asked.driverIds, 'int[]')})) r`
      : joined;
  }

  #withLate(rows: string): string {
    const { late } = this.#report;
    return late ? `(SELECT r.*, ${late.columns} FROM ${rows} ${late.joins}) r` : rows;
  }

  /** What the chart and the subtotals are by. */
  chartBy(): ReportGroup | null {
    return this.#choice.group ?? this.#report.chart?.by ?? null;
  }

  #group(by: ReportGroup): GroupSql {
    return groupSql(this.#report, by, this.statement, this.#zone);
  }

  #where(): string {
    const { only } = this.#choice;
    return only === null ? '' : `WHERE ${this.#group(only.by).key} = ${this.statement.bind('only', only.key, 'text')}`;
  }

  /** SQL of the name of the group that the rows are narrowed to. */
  onlyLabel(): string {
    const { only } = this.#choice;
    const label = only === null ? 'NULL' : this.#group(only.by).label;
    return `SELECT ${label} AS label FROM ${this.#from} ${this.#where()} LIMIT 1`;
  }

  #order(): string {
    const { group, sort, direction } = this.#choice;
    const column = columnOf(this.#report, sort);
    const sorted = column ? `${sortSql(column)} ${direction === 'desc' ? 'DESC' : 'ASC'} NULLS LAST, ` : '';
    if (group === null) return `ORDER BY ${sorted}r.row_id`;
    const { key, label } = this.#group(group);
    const name = group === 'vehicle' || group === 'driver' || group === 'group' ? `lower(${label})` : label;
    return `ORDER BY ${name} NULLS LAST, ${key}, ${sorted}r.row_id`;
  }

  /** SQL of when a row begins and ends in the history: a day is opened whole. */
  #moments(): string[] {
    const { time, end } = this.#report;
    if (columnOf(this.#report, time)?.kind === 'day') {
      const zone = this.statement.bind('zone', this.#zone, 'text');
      const midnight = (days: number) => `(${named(time ?? '')}::date + ${days})::timestamp AT TIME ZONE ${zone}`;
      return [`${midnight(0)} AS opens`, `${midnight(1)} AS closes`];
    }
    return [`${named(time ?? '')} AS opens`, ...(end === undefined ? [] : [`${named(end)} AS closes`])];
  }

  /** SQL of the rows in order, a page of them or all. */
  rows(page?: { page: number; pageSize: number }): string {
    const { columns, map, opens } = this.#report;
    const { group } = this.#choice;
    const limit = page ? `LIMIT ${page.pageSize} OFFSET ${(page.page - 1) * page.pageSize}` : '';
    const found = `(SELECT r.* FROM ${this.#from} ${this.#where()} ${this.#order()} ${limit}) r`;
    const cells = columns.map((column, index) => `${cellSql(column)} AS c${index}`);
    const besides = [
      group === null ? `NULL AS "group"` : `${this.#group(group).key} AS "group"`,
      ...(map ? ['r.lat', 'r.lon'] : []),
      ...(map === 'lines' ? ['r.end_lat', 'r.end_lon'] : []),
      ...(opens === 'history' ? ['r.vehicle_id', ...this.#moments()] : []),
      ...(opens === 'path' ? ['r.path'] : []),
    ];
    const from = this.#joined ? found : this.#withLate(found);
    return `SELECT ${[...cells, ...besides].join(', ')} FROM ${from} ${this.#order()}`;
  }

  /**
   * SQL of the totals of all rows and, with `by`, of each group: `whole` says which it is. One pass gives both.
   * @param everything also what `only` leaves out
   */
  totals(by: ReportGroup | null, { everything = false } = {}): string {
    const columns = this.#report.columns.flatMap((column, index) => [
      `${totalSql(column)} AS t${index}`,
      totalOf(column) === null ? `0 AS k${index}` : `count(${named(column.key)})::int AS k${index}`,
    ]);
    const grouped = by === null ? null : this.#group(by);
    const head = grouped
      ? `grouping(${grouped.key}) = 1 AS whole, ${grouped.key} AS key, min(${grouped.label}) AS label`
      : `true AS whole, NULL AS key, NULL AS label`;
    return `SELECT ${head}, count(*)::int AS rows, ${columns.join(', ')} FROM ${this.#from} ${everything ? '' : this.#where()}
      ${grouped ? `GROUP BY GROUPING SETS ((), (${grouped.key}))` : ''}`;
  }
}

const sortSql = ({ key, kind }: ReportColumn): string =>
  kind === 'vehicle' || kind === 'driver' || kind === 'group' || kind === 'text' ? `lower(${named(key)})` : named(key);

/** What rows can be sorted by: a place has its name only after it was read. */
export const isSortable = ({ kind, at }: ReportColumn): boolean => kind !== 'place' || at === undefined;
