import type { ReportGroup } from '@milepost/contract/report-kinds';
import { columnOf, groupColumn, type GroupSql, groupSql, columnSql, columnOfKind } from './group-sql.ts';
import type { Report, ReportColumn } from './report.ts';
import { PRIVATE_CELL } from './cells.ts';
import { totalOf } from './report.ts';
import { type ResolvedParams, sourceSql, Statement } from './report-query.ts';
import { totalsSql } from './totals-sql.ts';

/** The selection of a report's rows, and their order. */
export interface Choice {
  group: ReportGroup | null;
  /** True for grouped rows of which only the subtotals are shown. */
  subtotals: boolean;
  only: { by: ReportGroup; key: string } | null;
  sort: string;
  direction: 'asc' | 'desc';
}

/** A value of a row as it is read; addresses are derived from `lat` and `lon` afterwards. */
function cellSql({ key, kind, at, private: isPrivate }: ReportColumn): string {
  switch (kind) {
    case 'place': {
      const place = at ? `${columnSql(at[0])}::float8 || ',' || ${columnSql(at[1])}::float8` : columnSql(key);
      return isPrivate ? `CASE WHEN ${columnSql(isPrivate)} THEN '${PRIVATE_CELL}' ELSE ${place} END` : place;
    }
    case 'day':
      return `to_char(${columnSql(key)}, 'YYYY-MM-DD')`;
    case 'month':
      return `to_char(${columnSql(key)}, 'YYYY-MM')`;
    case 'moment':
    case 'choice':
    case 'vehicle':
    case 'driver':
    case 'group':
    case 'text':
      return columnSql(key);
    default:
      return `${columnSql(key)}::float8`;
  }
}

/** True when a column is joined for the page only, unless something else needs it. */
const isLate = (report: Report, key: string) => report.late?.keys.includes(key) ?? false;
const isLateGroup = (report: Report, by: ReportGroup | null) =>
  by !== null && (isLate(report, groupColumn(report, by)?.key ?? '') || isLate(report, report.time ?? ''));

/** A page of rows, counted from the first. */
interface Page {
  page: number;
  pageSize: number;
}

/** The statements that read a report, each with the values of `statement`. */
export class RowsSql {
  readonly statement = new Statement();
  readonly #report: Report;
  readonly #resolved: ResolvedParams;
  readonly #choice: Choice;
  /** True when the late columns are needed to filter, sort or sum. */
  readonly #joined: boolean;
  readonly #ofDrivers: boolean;
  /** True when rows include the position of their group. */
  #placed = false;

  constructor(report: Report, resolved: ResolvedParams, choice: Choice) {
    this.#report = report;
    this.#resolved = resolved;
    this.#choice = choice;
    this.#ofDrivers = resolved.driverIds.length > 0 && columnOfKind(report, 'driver') !== undefined;
    const lateTotal = report.columns.some((column) => isLate(report, column.key) && totalOf(column) !== null);
    this.#joined =
      lateTotal ||
      (this.#ofDrivers && isLate(report, columnOfKind(report, 'driver')?.key ?? '')) ||
      isLate(report, choice.sort) ||
      isLateGroup(report, choice.group) ||
      isLateGroup(report, choice.only?.by ?? null) ||
      isLateGroup(report, this.chartBy());
  }

  /** The candidate rows, as `r`. `first`: the text after ORDER BY, when the first rows are sufficient. */
  #from(first: string | null = null): string {
    const { source } = this.#report;
    return this.#chosen(
      sourceSql(source, this.#resolved, this.statement, first === null ? null : { first }, this.#report),
    );
  }

  /** The candidate rows of a query, as `r`. */
  #chosen(rows: string): string {
    const all = `(${rows}) r`;
    const joined = this.#joined ? this.#withLate(all) : all;
    if (!this.#ofDrivers) return joined;
    return `(SELECT r.* FROM ${joined} WHERE r.driver_id = ANY(${this.statement.bind('drivers', this.#resolved.driverIds, 'int[]')})) r`;
  }

  #withLate(rows: string): string {
    const { late } = this.#report;
    return late
      ? `(SELECT r.*, ${late.columns} FROM ${rows} ${typeof late.joins === 'string' ? late.joins : late.joins(this.#resolved.scope)}) r`
      : rows;
  }

  /** The grouping of the chart and the subtotals. */
  chartBy(): ReportGroup | null {
    return this.#choice.group ?? this.#report.chart?.by ?? null;
  }

  #group(by: ReportGroup): GroupSql {
    return groupSql(this.#report, by, this.statement, this.#resolved);
  }

  #key(by: ReportGroup): string {
    const { raw, keyOf } = this.#group(by);
    return keyOf(raw);
  }

  #where(): string {
    const { only } = this.#choice;
    return only === null ? '' : `WHERE ${this.#key(only.by)} = ${this.statement.bind('only', only.key, 'text')}`;
  }

  /** SQL for the label of the only group shown. */
  onlyLabel(): string {
    const { only } = this.#choice;
    const label = only === null ? 'NULL' : this.#group(only.by).label;
    return `SELECT ${label} AS label FROM ${this.#from()} ${this.#where()} LIMIT 1`;
  }

  /** The index of the column by whose subtotals groups are sorted; null when they are sorted by name or time. */
  get #sortedTotal(): number | null {
    const { columns } = this.#report;
    const at = columns.findIndex(({ key }) => key === this.#choice.sort);
    const column = columns[at];
    return this.#choice.group === null || column === undefined || totalOf(column) === null ? null : at;
  }

  /** True when groups are sorted by their subtotals: their rows then need the keys in that order. */
  get sortsGroups(): boolean {
    return this.#sortedTotal !== null;
  }

  #order(): string {
    const { group, sort, direction } = this.#choice;
    const column = columnOf(this.#report, sort);
    // An index returns the newest first only without a NULLS clause.
    const nulls = column?.known ? '' : ' NULLS LAST';
    const sorted = `${column ? `${sortSql(column)} ${direction === 'desc' ? 'DESC' : 'ASC'}${nulls}, ` : ''}${this.#next()}`;
    if (group === null) return `ORDER BY ${sorted}r.row_id`;
    if (this.#placed) return `ORDER BY r.group_at NULLS LAST, ${sorted}r.row_id`;
    const { label, timed } = this.#group(group);
    return `ORDER BY ${timed ? label : `lower(${label})`} NULLS LAST, ${this.#key(group)}, ${sorted}r.row_id`;
  }

  /**
   * The secondary order of rows by day or month, whose sort values are often equal: the day, and the vehicle's name.
   */
  #next(): string {
    const time = columnOf(this.#report, this.#report.time);
    if (time?.kind !== 'day' && time?.kind !== 'month') return '';
    return [time, columnOfKind(this.#report, 'vehicle')]
      .flatMap((column) =>
        column === undefined || column.key === this.#choice.sort || isLate(this.#report, column.key)
          ? []
          : [`${sortSql(column)} NULLS LAST, `],
      )
      .join('');
  }

  /** The order and the limit of the rows up to the end of a page, when nothing else decides which rows are on it. */
  #first({ page, pageSize }: Page): string | null {
    const { group, only } = this.#choice;
    const plain = group === null && only === null && !this.#joined && !this.#ofDrivers;
    return plain ? `${this.#order()} LIMIT ${page * pageSize}` : null;
  }

  /** SQL for the beginning and end of a row in the history; a day is opened whole. */
  #moments(): string[] {
    const { time, end } = this.#report;
    if (columnOf(this.#report, time)?.kind === 'day') {
      const zone = this.statement.bind('zone', this.#resolved.timeZone, 'text');
      const midnight = (days: number) => `day_begins(${columnSql(time ?? '')}::date + ${days}, ${zone})`;
      return [`${midnight(0)} AS opens`, `${midnight(1)} AS closes`];
    }
    return [`${columnSql(time ?? '')} AS opens`, ...(end === undefined ? [] : [`${columnSql(end)} AS closes`])];
  }

  /**
   * SQL for a page of the sorted rows.
   * @param keys of the groups in their order, when they are sorted by their subtotals
   */
  rows(page: Page, keys: readonly string[] | null = null): string {
    const from = this.#from(this.#first(page));
    return this.#rows(keys === null ? from : this.#inOrder(from, keys), page);
  }

  /** SQL for all sorted rows with only the cells of these columns, by index, as a file needs them. */
  cells(places: readonly number[], keys: readonly string[] | null): string {
    const columns = this.#report.columns.flatMap((column, index) =>
      places.includes(index) ? [{ column, index }] : [],
    );
    const cells = columns.map(({ column, index }) => `${cellSql(column)} AS c${index}`);
    const from = this.#from();
    const ordered = keys === null ? from : this.#inOrder(from, keys);
    const late = columns.some(({ column: { key, at = [] } }) => [key, ...at].some((one) => isLate(this.#report, one)));
    const rows = late && !this.#joined ? this.#withLate(`(SELECT r.* FROM ${ordered} ${this.#where()}) r`) : ordered;
    return `SELECT ${cells.join(', ')} FROM ${rows} ${rows === ordered ? this.#where() : ''} ${this.#order()}`;
  }

  #inOrder(from: string, keys: readonly string[]): string {
    const { group } = this.#choice;
    if (group === null) return from;
    this.#placed = true;
    return `(SELECT r.*, k.group_at FROM ${from} LEFT JOIN unnest(${this.statement.bind('keys', keys, 'text[]')})
      WITH ORDINALITY k (group_key, group_at) ON k.group_key = ${this.#key(group)}) r`;
  }

  #rows(from: string, { page, pageSize }: Page): string {
    const { columns, map, opens } = this.#report;
    const { group } = this.#choice;
    const limit = `LIMIT ${pageSize} OFFSET ${(page - 1) * pageSize}`;
    const found = `(SELECT r.* FROM ${from} ${this.#where()} ${this.#order()} ${limit}) r`;
    const cells = columns.map((column, index) => `${cellSql(column)} AS c${index}`);
    const besides = [
      group === null ? `NULL AS "group"` : `${this.#key(group)} AS "group"`,
      ...(map ? ['r.lat', 'r.lon'] : []),
      ...(map === 'lines' ? ['r.end_lat', 'r.end_lon'] : []),
      ...(opens === 'history' ? ['r.vehicle_id', ...this.#moments()] : []),
      ...(opens === 'path' ? ['r.path'] : []),
    ];
    return `SELECT ${[...cells, ...besides].join(', ')} FROM ${this.#joined ? found : this.#withLate(found)} ${this.#order()}`;
  }

  /** SQL for the coordinates and end coordinates of up to `most` rows. */
  places(most: number): string {
    const end = this.#report.map === 'lines' ? 'r.end_lat, r.end_lon' : 'NULL, NULL';
    const from = this.#from();
    const placed = !this.#joined && isLate(this.#report, 'lat') ? this.#withLate(from) : from;
    return `SELECT lat::float8, lon::float8, "endLat"::float8, "endLon"::float8
      FROM (SELECT r.lat, r.lon, ${end} FROM ${placed} ${this.#where()}) places (lat, lon, "endLat", "endLon")
      WHERE lat IS NOT NULL AND lon IS NOT NULL LIMIT ${most}`;
  }

  /**
   * SQL for the totals of all rows and, with `by`, of each group; `whole` distinguishes them.
   * @param everything includes rows that `only` excludes
   */
  totals(by: ReportGroup | null, { everything = false } = {}): string {
    const { source, sums: stored } = this.#report;
    const { groupSpans } = this.#resolved;
    const isCut = groupSpans !== null && groupSpans.length > 0;
    const usesStored = stored !== undefined && !this.#joined && !isCut && stored.hold(this.#resolved);
    const sums = this.#sums(by, everything, usesStored);
    const added = (rows: string) => sums.added(this.#chosen(rows));
    return sums.total(
      sourceSql(usesStored ? stored.source : source, this.#resolved, this.statement, { added }, this.#report),
    );
  }

  #sums(by: ReportGroup | null, everything: boolean, stored = false) {
    const { group, direction } = this.#choice;
    const at = by === group ? this.#sortedTotal : null;
    const order = at === null ? null : { at, direction };
    return totalsSql(
      this.#report,
      everything ? '' : this.#where(),
      by === null ? null : this.#group(by),
      order,
      stored,
    );
  }

  /**
   * SQL for a page and the totals in one statement, as two columns of arrays, so that computed rows are computed once.
   * Moments arrive as text.
   */
  pageWithTotals(page: Page, by: ReportGroup | null): string {
    const sums = this.#sums(by, false);
    return `WITH made AS MATERIALIZED (SELECT r.* FROM ${this.#from()})
      SELECT (SELECT coalesce(json_agg(row_to_json(one)), '[]') FROM (${this.#rows('made r', page)}) one) AS rows,
             (SELECT json_agg(row_to_json(one)) FROM (${sums.total(sums.added('made r'))}) one) AS totals`;
  }
}

const sortSql = ({ key, kind }: ReportColumn): string =>
  kind === 'vehicle' || kind === 'driver' || kind === 'group' || kind === 'text'
    ? `lower(${columnSql(key)})`
    : columnSql(key);

/** True when rows can be sorted by a column; the address of coordinates is only known after reading. */
export const isSortable = ({ kind, at }: ReportColumn): boolean => kind !== 'place' || at === undefined;
