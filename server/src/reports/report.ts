import type { ColumnKind } from '@milepost/contract/report-columns';
import type { ReportGroup, ReportPurpose, TotalRule } from '@milepost/contract/report-kinds';
import type { ReportParameter, ReportParams } from '@milepost/contract/report-operations';
import type { ListMenu } from '@milepost/contract/menus';
import type { MenuKey } from '@milepost/contract/rights';
import type { Language } from '@milepost/contract/languages';
import type { CommonColumn } from './report-texts.ts';
import type { Queryable } from '../store/database.ts';
import type { Scope } from '../store/scope.ts';
import type { ResolvedParams, ReportQuery } from './report-query.ts';

export interface ReportColumn {
  /** The column of the source, in camelCase. */
  key: string;
  kind: ColumnKind;
  /** Its total; none when omitted. */
  total?: Exclude<TotalRule, 'average'>;
  /** An average weighted by another column of the source, which need not be one of the report's columns. */
  averageBy?: string;
  /**
   * With `averageBy`: the column of the source that is the product of this one and the weight. It is never null; the
   * value is unknown when the weight is 0.
   */
  averageOf?: string;
  /** For a choice: its keys, whose labels are in the texts under `choices`. */
  choices?: readonly string[];
  /** For a place: the columns of the source with its latitude and longitude. */
  at?: readonly [lat: string, lon: string];
  /** For a place: the column that is true where the place is private. */
  private?: string;
  /** Never null: it need not be counted, and an index on it can be used for sorting. */
  known?: true;
  /** Null means that the row has none, never that it is unknown; the total is that of all rows. */
  mayLack?: true;
  /** Shown only when a person chooses it. */
  optional?: true;
  /** Hidden from roles that may not view this menu. */
  menu?: MenuKey;
}

/** A threshold or choice of the report's own; `value` is its default. */
export type OwnParameter =
  | {
      key: string;
      kind: Exclude<ReportParameter['kind'], 'choice' | 'choices' | 'text' | 'moment' | 'hours'>;
      value: number;
      /** It can be negative, like a temperature. */
      negative?: true;
    }
  | { key: string; kind: 'choice'; value: string; choices: readonly string[] }
  /** Several choices, separated by dots; empty for all. */
  | { key: string; kind: 'choices'; value: ''; choices: readonly string[] }
  /** A text; empty for any. */
  | { key: string; kind: 'text'; value: '' }
  /** A moment, ISO 8601; empty for now. */
  | { key: string; kind: 'moment'; value: '' }
  /** Times of day in the organisation's local time, for a report with `hours`; the engine filters by them. */
  | { key: 'hours'; kind: 'hours'; value: '' };

const HOURS: OwnParameter = { key: 'hours', kind: 'hours', value: '' };

/** All parameters that a report has of its own. */
export const ownParameters = ({ own = [], hours }: Pick<Report, 'own' | 'hours'>): readonly OwnParameter[] =>
  hours ? [...own, HOURS] : own;

interface Words<Column extends string, Own extends string> {
  name: string;
  /** The question that it answers, in one line. */
  about: string;
  /** Synonyms and search words by which the catalogue finds it. */
  words?: string;
  /** The label of its rows in a chart that counts them. */
  rows?: string;
  /** The rule for rows that overlap an end of the range. */
  rule?: string;
  /** An explanation of the counting, when that needs more than the line of `rule`; shown on request. */
  counted?: string;
  columns: Record<Exclude<Column, CommonColumn>, string> & Partial<Record<CommonColumn, string>>;
  /** Labels of columns and parameters that are choices. */
  choices?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  parameters?: Record<Own, string>;
}

/**
 * A report. Its source is one query that returns the rows: a column for each of `columns` (except places), and others
 * that the engine expects by name. `row_id` makes the order total and is never null; `vehicle_id`, `driver_id` and
 * `group_id` accompany columns of these kinds; `lat`, `lon`, `end_lat` and `end_lon` are drawn on the map; `path` is a
 * path of this application that the row opens. See docs/adding-a-report.md.
 */
export interface Report {
  purpose: ReportPurpose;
  /** Menus that a role must be allowed to view besides `reports`. */
  menus?: readonly MenuKey[];
  /**
   * Menus with a list of the same rows, which is exported as this report. One of them is sufficient, without `reports`
   * and `menus`.
   */
  lists?: readonly ListMenu[];
  /** False when it concerns the whole organisation and is not available to people limited to some vehicles. */
  forLimited?: false;
  /** The default range; null for a report of the present, which has no range. */
  range: 'last-7' | 'last-30' | 'yesterday' | 'this-month' | 'last-month' | 'today' | null;
  /** True when the range can be unlimited: its source finds few rows of many years quickly. */
  ever?: true;
  /** True when vehicles and groups can be chosen although no column shows them. */
  vehicles?: true;
  /** True when it can be searched; the source uses `query.searched`. */
  searched?: true;
  /** True when alarm rules can be chosen; the source uses `query.rules`. */
  rules?: true;
  /** False when its data does not come from devices, so silent ones do not matter. */
  facts?: false;
  /** True when geofences can be chosen; the source uses `query.fences`. */
  fences?: true;
  /** True when rows can be filtered by the hours of the day in which they begin, by `time`. */
  hours?: true;
  own?: readonly OwnParameter[];
  /**
   * True when the chosen `own` values limit the rows to those of the requesting person (`query.me`), instead of
   * everything that this person may see.
   */
  personal?: (own: NonNullable<ReportParams['own']>) => boolean;
  /** Further groupings: the column of this name, next to `kind`, `vendor_id` or `fence_id` of the source. */
  groupings?: readonly ('kind' | 'vendor' | 'fence')[];
  columns: readonly ReportColumn[];
  /** The column of a row's moment or day, by which days, weeks and months are counted. */
  time?: string;
  /** The column of its end, if any. */
  end?: string;
  sort: string;
  direction?: 'desc';
  /**
   * Rows that code calculates for the requesting person instead of a query; the source reads them from `query.worked`,
   * as JSON.
   */
  worked?: (db: Queryable, resolved: Pick<ResolvedParams, 'scope'>) => Promise<readonly object[]>;
  source: (query: ReportQuery) => string;
  /**
   * Columns that are too expensive for rows that are not displayed: `columns` over `joins` to a row `r` of the source.
   * The engine joins them for the page only, unless it must sort, group or filter by one of them.
   */
  late?: { keys: readonly string[]; columns: string; joins: string | ((scope: Scope) => string) };
  /**
   * Precomputed sums over several of its rows each, used for its totals while they `hold`: as long as no filter selects
   * among the rows of one sum. The columns are those that identify groups, `rows` (their number) and, for each column
   * with a total, its key (the sum, or the maximum or minimum) and `<key>Known` (the number of non-null values); for an
   * average also `<key>Weight`.
   */
  sums?: { hold: (resolved: ResolvedParams) => boolean; source: (query: ReportQuery) => string };
  /** Its rows are computed, not looked up: page and totals are read by one statement. */
  once?: true;
  /** An index returns its rows by time, so those of a day are summed in place instead of sorting them by day. */
  byIndex?: true;
  /** Columns whose total is 0 without rows, if this query returns a row: then it is known that there was nothing. */
  nothing?: { keys: readonly string[]; known: (query: ReportQuery) => string };
  /** The chart: the value of a column, or the number of rows, by group. */
  chart?: { by: ReportGroup; column: string | null };
  /** Rows are drawn at their coordinates, or as a line to where they ended. */
  map?: 'points' | 'lines';
  /** The target of a row's link: its moment in the history, or its `path`. */
  opens?: 'history' | 'path';
  texts: Readonly<Record<Language, Words<string, string>>>;
}

type Keys<Of> = Of extends readonly { key: infer Key extends string }[] ? Key : never;

/** Defines a report whose texts label every column and parameter in every language; a missing one does not compile. */
export function defineReport<
  const Columns extends readonly ReportColumn[],
  const Own extends readonly OwnParameter[] = [],
>(
  report: Omit<Report, 'columns' | 'own' | 'texts'> & {
    columns: Columns;
    own?: Own;
    texts: Readonly<Record<Language, Words<Keys<Columns>, Keys<Own>>>>;
  },
): Report {
  return report;
}

export const totalOf = ({ total, averageBy }: ReportColumn): TotalRule | null =>
  averageBy === undefined ? (total ?? null) : 'average';
