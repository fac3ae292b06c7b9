import { z } from 'zod';
import { BAD_CHARACTER, Empty, Id, Instant, listOutput, ONE_LINE, Coordinates, searchText } from './common.ts';
import { faultCode } from './fault.ts';
import { LANGUAGES } from './languages.ts';
import { Moved } from './moved.ts';
import { COLUMN_KINDS } from './report-columns.ts';
import { REPORT_FILTERS, REPORT_GROUPS, REPORT_PRESETS, REPORT_PURPOSES, TOTAL_RULES } from './report-kinds.ts';
import { grant, operation } from './operation.ts';
import { VEHICLE_TYPES } from './vehicle-kinds.ts';

/** The name of a report, as in its folder and its address. Unknown names give "not found". */
export const ReportKind = z
  .string()
  .max(60)
  .regex(/^[a-z0-9-]+$/);

const Day = z.iso.date(faultCode('choose-day')).max(10);
/** The name of a column, a parameter or a choice, or the key of a group. */
const Key = z
  .string()
  .max(40)
  .regex(/^[\w.-]*$/);

/** The rows of one vehicle, driver, group, day, week or month, such as a clicked bar of the chart. */
const Only = z.object({ by: z.enum(REPORT_GROUPS), key: Key });

const MAX_OWN = 20;
/** A key, several keys separated by points, or a typed text. */
const OwnText = z.string().trim().max(60, faultCode('at-most-characters')).regex(ONE_LINE, BAD_CHARACTER);

/** The report's own thresholds and choices, by key. */
export const ReportOwn = z
  .record(Key, z.union([z.number().min(-1e12).max(1e12), OwnText]))
  .refine((own) => Object.keys(own).length <= MAX_OWN, faultCode('not-valid'));
/** As many keys and values as the record can have: the schema of a record does not state a bound. */
export const ReportOwnBound = z.array(z.tuple([Key, OwnText])).max(MAX_OWN);

/**
 * The parameters of a report. All of them are optional: the report has its own default range and thresholds. Names of
 * columns that it does not have (any more) are ignored.
 */
export const ReportParams = z.object({
  /** A range relative to today, or `own`, which is `from` and `to`; if these are given, they take precedence. */
  range: z.enum([...REPORT_PRESETS, 'own']).optional(),
  /** The first and last day, both inclusive, in the caller's organisation. */
  from: Day.optional(),
  to: Day.optional(),
  vehicleIds: z.array(Id).max(500, faultCode('limit-most-vehicles')).optional(),
  groupIds: z.array(Id).max(200, faultCode('limit-most-groups')).optional(),
  vehicleTypes: z.array(z.enum(VEHICLE_TYPES)).max(VEHICLE_TYPES.length, faultCode('at-most-entries')).optional(),
  driverIds: z.array(Id).max(200, faultCode('at-most-entries')).optional(),
  fenceIds: z.array(Id).max(200, faultCode('at-most-entries')).optional(),
  ruleIds: z.array(Id).max(200, faultCode('at-most-entries')).optional(),
  /** Words that a row must contain, if the report can be searched. */
  search: searchText(100).optional(),
  /** Thresholds in the units of report-columns.ts, and keys of choices. */
  own: ReportOwn.optional(),
  only: Only.optional(),
  group: z.enum(REPORT_GROUPS).optional(),
  /** Returns only the subtotals of grouped rows. */
  subtotals: z.boolean().optional(),
  sort: Key.optional(),
  direction: z.enum(['asc', 'desc']).optional(),
  /** The columns to write into a file, in this order; the screen always receives all. */
  columns: z.array(Key).max(100).optional(),
  /** The language of the texts, if it is not that of the caller's profile. */
  language: z.enum(LANGUAGES).optional(),
});
export type ReportParams = z.infer<typeof ReportParams>;

/** A value of a row, in the format of its column's kind (report-columns.ts). */
const Cell = z.union([z.string(), z.number()]).nullable();

const Ref = z.object({ id: Id, name: z.string() });
const Choice = Ref.extend({ /** Of a vehicle that moved to another organisation. */ moved: Moved.nullable() });

const Choices = z.record(z.string(), z.string());

export const ReportColumn = z.object({
  key: z.string(),
  label: z.string(),
  kind: z.enum(COLUMN_KINDS),
  choices: Choices.nullable(),
  sortable: z.boolean(),
  /** Only shown if a person chose it. */
  optional: z.boolean(),
  total: z.enum(TOTAL_RULES).nullable(),
});
export type ReportColumn = z.infer<typeof ReportColumn>;

/** A threshold or choice of the report, with its present value. */
export const ReportParameter = z.object({
  key: z.string(),
  label: z.string(),
  /**
   * A choice has its options; `choices` can have several, separated by points; everything else is a number in the unit
   * of the kind.
   */
  kind: z.enum([
    'duration',
    'distance',
    'speed',
    'volume',
    'share',
    'count',
    'number',
    'choice',
    'choices',
    'text',
    'moment',
    // A range of the time of day, `22:00-05:00`, possibly across midnight; empty: all day. Its options are suffixes of
    // the value: none for rows that began in these hours, `+` for rows that were in progress in them.
    'hours',
  ]),
  /** For a number: whether it can be negative. */
  negative: z.boolean().optional(),
  value: z.union([z.string(), z.number()]),
  /** The default. */
  standard: z.union([z.string(), z.number()]),
  choices: Choices.nullable(),
});
export type ReportParameter = z.infer<typeof ReportParameter>;

/**
 * The totals of rows by column, and the number of rows in which each value is known: a total of unknown values is
 * unknown, never zero.
 */
const Totals = z.object({ rows: z.number().int(), cells: z.array(Cell), known: z.array(z.number().int()) });
export type ReportTotals = z.infer<typeof Totals>;

const Group = Totals.extend({ key: z.string(), label: Cell });

export const ReportRow = z.object({
  cells: z.array(Cell),
  /** The key of its group, if rows are grouped. */
  group: z.string().nullable(),
  /** The part of the history that it opens. */
  moment: z.object({ vehicleId: Id, start: Instant, end: Instant.nullable() }).nullable(),
  /** Otherwise the path of this application that it opens. */
  path: z.string().nullable(),
  /** The coordinates of its start and end, if the report has a map. */
  place: Coordinates.nullable(),
  endPlace: Coordinates.nullable(),
});
export type ReportRow = z.infer<typeof ReportRow>;

export const ReportChart = z.object({
  by: z.enum(REPORT_GROUPS),
  /** The key of the displayed column; null: the number of rows. */
  column: z.string().nullable(),
  points: z.array(z.object({ key: z.string(), label: Cell, value: z.number().nullable() })),
  /** The total number of points; of many vehicles, drivers or groups only the highest are included. */
  pointsTotal: z.number().int(),
});
export type ReportChart = z.infer<typeof ReportChart>;

const ReportEntry = z.object({
  kind: z.string(),
  purpose: z.enum(REPORT_PURPOSES),
  name: z.string(),
  /** The question that it answers, in one line. */
  about: z.string(),
  /** Further search words: headings of its columns and common names. */
  words: z.string(),
  favourite: z.boolean(),
  /** When the caller last opened it. */
  openedAt: Instant.nullable(),
});
export type ReportEntry = z.infer<typeof ReportEntry>;

const reports = grant('reports');

export const reportOperations = {
  'get-reports': operation({
    summary: "Lists the reports that the caller may view by purpose, in the caller's language.",
    access: reports('view'),
    limited: 'allowed',
    bounds: { 'rows[]': 'kinds that the code knows' },
    input: z.object({ language: z.enum(LANGUAGES).optional() }),
    output: listOutput(ReportEntry),
  }),
  'get-report': operation({
    summary: 'Returns a report: its description, a page of rows, totals, chart and the moment of its data.',
    access: reports('view'),
    limited: 'allowed',
    weight: 'heavy',
    readsCopy: true,
    queue: 'reports',
    bodyBytes: 65_536,
    errors: [404, 409],
    example: { kind: 'trips', from: '2026-01-01', to: '2026-01-02' },
    bounds: {
      'rows[].cells[]': 'the definition of the report, which is code',
      'notes[]': 'kinds that the code knows',
      'filters[]': 'kinds that the code knows',
      'chosen{}': 'kinds that the code knows',
      'chosen{}[]': 'one for each id that the call names',
      'parameters[]': 'the definition of the report, which is code',
      'parameters[].choices{}': 'the definition of the report, which is code',
      'columns[]': 'the definition of the report, which is code',
      'columns[].choices{}': 'the definition of the report, which is code',
      'groupings[]': 'kinds that the code knows',
      'totals.cells[]': 'the definition of the report, which is code',
      'totals.known[]': 'the definition of the report, which is code',
      'groups[]': 'at most one for each row of the page',
      'groups[].cells[]': 'the definition of the report, which is code',
      'groups[].known[]': 'the definition of the report, which is code',
      'chart.points[]': 'a bar for each of 400 days, or MAX_BARS of the engine',
    },
    input: ReportParams.extend({
      kind: ReportKind,
      page: z.number().int().min(1).max(1_000_000).default(1),
      pageSize: z.number().int().min(1).max(500).default(50),
    }),
    output: listOutput(ReportRow).extend({
      kind: z.string(),
      purpose: z.enum(REPORT_PURPOSES),
      name: z.string(),
      about: z.string(),
      /** What a row represents; null: just rows. */
      rowsName: z.string().nullable(),
      /** Which rows count if they extend beyond the range. */
      rule: z.string().nullable(),
      /** A full explanation of how it is computed. */
      counted: z.string().nullable(),
      /** The first and last day; null for a report of the present state. */
      range: z.object({ from: z.iso.date(), to: z.iso.date(), preset: z.enum(REPORT_PRESETS).nullable() }).nullable(),
      /** The time zone of its days. */
      timeZone: z.string(),
      currency: z.string(),
      asOf: Instant,
      /** Notes for the reader: facts still being recomputed, silent devices, requested records that do not exist. */
      notes: z.array(z.string()),
      /** Null if it cannot be searched. */
      search: z.string().nullable(),
      filters: z.array(z.enum(REPORT_FILTERS)),
      /** The vehicle types of the filter; null if it has no vehicles to choose from. */
      vehicleTypes: z.array(z.enum(VEHICLE_TYPES)).nullable(),
      /** The records of the filters that the caller can see. */
      chosen: z.partialRecord(z.enum(REPORT_FILTERS), z.array(Choice)),
      parameters: z.array(ReportParameter),
      columns: z.array(ReportColumn),
      groupings: z.array(z.enum(REPORT_GROUPS)),
      group: z.enum(REPORT_GROUPS).nullable(),
      /**
       * Only subtotals were requested: `rows` is empty, `groups` contains those of the page, and `total` is their
       * number.
       */
      subtotals: z.boolean(),
      sort: z.string(),
      direction: z.enum(['asc', 'desc']),
      totals: Totals,
      /** The subtotals of the groups on this page, in the order of the rows. */
      groups: z.array(Group),
      /** The restriction by `only`, with its label. */
      only: Only.extend({ label: Cell }).nullable(),
      chart: ReportChart.nullable(),
      map: z.boolean(),
    }),
  }),
  'get-report-choices': operation({
    summary: 'Returns options for a filter of reports, the first by name.',
    access: reports('view'),
    limited: 'allowed',
    example: { filter: 'vehicles' },
    bounds: { 'rows[]': 50 },
    input: z.object({ filter: z.enum(REPORT_FILTERS), search: searchText(100) }),
    output: listOutput(Choice),
  }),
  'mark-report': operation({
    summary: 'Records that the caller opened a report, or sets whether it is a favourite.',
    access: { ...reports('view'), person: true },
    limited: 'allowed',
    errors: [404],
    unversioned: "belongs to the caller's own account, which one person changes",
    example: { kind: 'trips' },
    input: z.object({ kind: ReportKind, favourite: z.boolean().optional() }),
    output: Empty,
  }),
};
