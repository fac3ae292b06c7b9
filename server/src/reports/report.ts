import type { ColumnKind } from '@milepost/contract/report-columns';
import type { ReportGroup, ReportPurpose, TotalRule } from '@milepost/contract/report-kinds';
import type { ReportParameter, ReportParams } from '@milepost/contract/report-routes';
import type { ListMenu } from '@milepost/contract/menus';
import type { MenuKey } from '@milepost/contract/rights';
import type { Language } from '../texts/text.ts';
import type { CommonColumn } from './common-words.ts';
import type { Queryable } from '../store/database.ts';
import type { Scope } from '../store/scope.ts';
import type { ResolvedParams, ReportQuery } from './report-query.ts';

export interface ReportColumn {
  /** As the source calls it, in camelCase. */
  key: string;
  kind: ColumnKind;
  /** How it is totalled; left out: not at all. */
  total?: Exclude<TotalRule, 'average'>;
  /** An average weighted by another column of the source, which need not be one of the report's. */
  averageBy?: string;
  /** Beside `averageBy`: the column of the source that is this one times it, never null; unknown where that is 0. */
  averageOf?: string;
  /** Of a choice: its keys, which the texts name under `choices`. */
  choices?: readonly string[];
  /** Of a place: the columns of the source with its latitude and longitude. */
  at?: readonly [lat: string, lon: string];
  /** Never null: it needs not be counted, and an index that has it sorts by it. */
  known?: true;
  /** Null says that the row has none, never that it is unknown: the total is of all rows. */
  mayLack?: true;
  /** Shown only where a person chose it. */
  optional?: true;
  /** Left out for roles that may not view this menu. */
  menu?: MenuKey;
}

/** A threshold of the report's own, or a choice; `value` is what holds where nobody chose. */
export type OwnParameter =
  | {
      key: string;
      kind: Exclude<ReportParameter['kind'], 'choice' | 'choices' | 'text' | 'moment' | 'hours'>;
      value: number;
      /** It may be below 0, as a temperature. */
      negative?: true;
    }
  | { key: string; kind: 'choice'; value: string; choices: readonly string[] }
  /** Several of them, parted by points; none: all. */
  | { key: string; kind: 'choices'; value: ''; choices: readonly string[] }
  /** Words; none: whatever they are. */
  | { key: string; kind: 'text'; value: '' }
  /** A moment, ISO 8601; none: now. */
  | { key: string; kind: 'moment'; value: '' }
  /** Times of day by the organisation's clock: of a report with `hours`, which the engine chooses by. */
  | { key: 'hours'; kind: 'hours'; value: '' };

const HOURS: OwnParameter = { key: 'hours', kind: 'hours', value: '' };

/** Everything that a report can be asked of its own. */
export const ownParameters = ({ own = [], hours }: Pick<Report, 'own' | 'hours'>): readonly OwnParameter[] =>
  hours ? [...own, HOURS] : own;

interface Words<Column extends string, Own extends string> {
  name: string;
  /** What it answers, in one line. */
  about: string;
  /** What else people call it or look for in it: the catalogue finds it by these words. */
  words?: string;
  /** What its rows are, as a chart of how many there are calls them. */
  rows?: string;
  /** Which rows count that reach over an end of the range. */
  rule?: string;
  /** How it is counted, where that needs more than the line of `rule`: people unfold it. */
  counted?: string;
  columns: Record<Exclude<Column, CommonColumn>, string> & Partial<Record<CommonColumn, string>>;
  /** Of columns and parameters that are choices. */
  choices?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  parameters?: Record<Own, string>;
}

/**
 * A report. Its source is one query whose rows are the report's: it has a column for each of `columns` (but places), and
 * what else the engine looks for by name: `row_id` makes the order total and is never null; `vehicle_id`, `driver_id` and
 * `group_id` stand beside columns of these kinds; `lat`, `lon`, `end_lat`, `end_lon` are drawn on the map; `path` is a path
 * of this application that the row opens. See docs/adding-a-report.md.
 */
export interface Report {
  purpose: ReportPurpose;
  /** Menus that a role must be allowed to view besides `reports`. */
  menus?: readonly MenuKey[];
  /** Menus with a list of the same rows, which is exported as this report: one of them is enough, without `reports` and `menus`. */
  lists?: readonly ListMenu[];
  /** False: it concerns the whole organisation, and is closed to people limited to some vehicles. */
  forLimited?: false;
  /** Days that it shows first; null: it tells what is now, and has no range. */
  range: 'last-7' | 'last-30' | 'yesterday' | 'this-month' | 'last-month' | 'today' | null;
  /** It can be asked without an end of its days: its source finds few rows of many years quickly. */
  ever?: true;
  /** Whether vehicles and groups can be chosen though no column is of them. */
  vehicles?: true;
  /** Whether it can be searched; the source asks `query.searched`. */
  searched?: true;
  /** Whether alarm rules can be chosen; the source asks `query.rules`. */
  rules?: true;
  /** False: what it tells does not come from devices, so silent ones are no news. */
  facts?: false;
  /** Whether geofences can be chosen; the source asks `query.fences`. */
  fences?: true;
  /** Whether rows can be narrowed to hours of the day in which they begin, by `time`. */
  hours?: true;
  own?: readonly OwnParameter[];
  /** Whether, by what was chosen of `own`, its rows are those of who asks rather than all that this one may see; the source asks `query.me`. */
  personal?: (own: NonNullable<ReportParams['own']>) => boolean;
  /** What else rows are put together by: the column of this name, beside `kind`, `vendor_id` or `fence_id` of the source. */
  groupings?: readonly ('kind' | 'vendor' | 'fence')[];
  columns: readonly ReportColumn[];
  /** The column of a row's moment or day: what days, weeks and months are counted by. */
  time?: string;
  /** And that of its end, where there is one. */
  end?: string;
  sort: string;
  direction?: 'desc';
  /** Rows that code works out rather than a query, for who asks: the source reads them from `query.worked`, as JSON. */
  worked?: (db: Queryable, resolved: Pick<ResolvedParams, 'scope'>) => Promise<readonly object[]>;
  source: (query: ReportQuery) => string;
  /**
   * Columns that cost too much for rows that nobody looks at: `columns` over `joins` to a row `r` of the source. The
   * engine joins them for the page alone, unless it has to sort, group or choose by one of them.
   */
  late?: { keys: readonly string[]; columns: string; joins: string | ((scope: Scope) => string) };
  /**
   * Sums that are kept of several of its rows each, for its totals where they `hold`: as long as nothing chooses among the rows
   * of one. Its columns are those that groups are told by, `rows` (how many), and of each column with a total its key (the sum,
   * or the greatest or least), `<key>Known` (how many are not null), and of an average also `<key>Weight`.
   */
  sums?: { hold: (resolved: ResolvedParams) => boolean; source: (query: ReportQuery) => string };
  /** Its rows are worked out, not looked up: page and totals are read by one statement. */
  once?: true;
  /** An index gives its rows by time, so that those of a day are counted where they lie instead of sorted by day one by one. */
  byIndex?: true;
  /** Columns whose total is 0 where there are no rows, if this query has one: then it is known that there was nothing. */
  nothing?: { keys: readonly string[]; known: (query: ReportQuery) => string };
  /** Value of a column, or of how many rows, by group. */
  chart?: { by: ReportGroup; column: string | null };
  /** Rows are drawn where they were, or as a line to where they ended. */
  map?: 'points' | 'lines';
  /** What a row opens: its moment in the history, or its `path`. */
  opens?: 'history' | 'path';
  texts: Readonly<Record<Language, Words<string, string>>>;
}

type Keys<Of> = Of extends readonly { key: infer Key extends string }[] ? Key : never;

/** A report whose texts name every column and parameter in every language; where one is missing, it does not compile. */
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
