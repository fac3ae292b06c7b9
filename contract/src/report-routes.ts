import { z } from 'zod';
import { BAD_CHARACTER, Empty, Id, Instant, listOutput, ONE_LINE, Place, searchText } from './common.ts';
import { faultCode } from './fault.ts';
import { LANGUAGES } from './profile-routes.ts';
import { Moved } from './moved.ts';
import { COLUMN_KINDS } from './report-columns.ts';
import { REPORT_FILTERS, REPORT_GROUPS, REPORT_PRESETS, REPORT_PURPOSES, TOTAL_RULES } from './report-kinds.ts';
import { grant, route } from './route.ts';
import { VEHICLE_TYPES } from './vehicle-kinds.ts';

/** Name of a report, as its folder and its address have it. Unknown ones are not found. */
export const ReportKind = z
  .string()
  .max(60)
  .regex(/^[a-z0-9-]+$/);

const Day = z.iso.date(faultCode('choose-day')).max(10);
/** Name of a column, a parameter or a choice, or the key of a group. */
const Key = z
  .string()
  .max(40)
  .regex(/^[\w.-]*$/);

/** Rows that belong to one vehicle, driver, group, day, week or month: a bar of the chart that was clicked. */
const Only = z.object({ by: z.enum(REPORT_GROUPS), key: Key });

const MOST_OWN = 20;
/** A key, keys of several choices parted by points, or words that a person typed. */
const OwnText = z.string().trim().max(60, faultCode('at-most-characters')).regex(ONE_LINE, BAD_CHARACTER);

/** Thresholds and choices of the report's own, by their keys. */
export const ReportOwn = z
  .record(Key, z.union([z.number().min(-1e12).max(1e12), OwnText]))
  .refine((own) => Object.keys(own).length <= MOST_OWN, faultCode('not-valid'));
/** As many keys and values as it has at most: a record has no bound that can be read from its schema. */
export const ReportOwnBound = z.array(z.tuple([Key, OwnText])).max(MOST_OWN);

/**
 * What a report is asked. Everything may be left out: the report has its own range and thresholds to begin with. Names
 * of columns that it does not have (any more) count as left out.
 */
export const ReportParams = z.object({
  /** Seen from today, or of one's own, which is `from` and `to`; where these are given they win. */
  range: z.enum([...REPORT_PRESETS, 'own']).optional(),
  /** First and last day, both included, of the caller's organisation. */
  from: Day.optional(),
  to: Day.optional(),
  vehicleIds: z.array(Id).max(500, faultCode('limit-most-vehicles')).optional(),
  groupIds: z.array(Id).max(200, faultCode('limit-most-groups')).optional(),
  vehicleTypes: z.array(z.enum(VEHICLE_TYPES)).max(VEHICLE_TYPES.length, faultCode('at-most-entries')).optional(),
  driverIds: z.array(Id).max(200, faultCode('at-most-entries')).optional(),
  fenceIds: z.array(Id).max(200, faultCode('at-most-entries')).optional(),
  ruleIds: z.array(Id).max(200, faultCode('at-most-entries')).optional(),
  /** Words that a row must hold, where the report can be searched. */
  search: searchText(100).optional(),
  /** Thresholds in the units of report-columns.ts, and keys of choices. */
  own: ReportOwn.optional(),
  only: Only.optional(),
  group: z.enum(REPORT_GROUPS).optional(),
  /** Of rows that are grouped, the groups' subtotals alone. */
  subtotals: z.boolean().optional(),
  sort: Key.optional(),
  direction: z.enum(['asc', 'desc']).optional(),
  /** Those to write into a file, in this order; the screen is given all. */
  columns: z.array(Key).max(100).optional(),
  /** Whose words, where it is not that of the caller's profile. */
  language: z.enum(LANGUAGES).optional(),
});
export type ReportParams = z.infer<typeof ReportParams>;

/** A value of a row, as its column's kind says (report-columns.ts). */
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
  /** Shown only where a person chose it. */
  optional: z.boolean(),
  total: z.enum(TOTAL_RULES).nullable(),
});
export type ReportColumn = z.infer<typeof ReportColumn>;

/** A threshold or choice of the report's own, with what holds now. */
export const ReportParameter = z.object({
  key: z.string(),
  label: z.string(),
  /** A choice has its choices; of `choices` several hold, parted by points; everything else is a number in the unit of the kind. */
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
    // From one time of day up to another, `22:00-05:00`, over midnight too; empty: all day. Its choices are endings of the
    // value: none for rows that began in these hours, `+` for rows that were under way in them.
    'hours',
  ]),
  /** Of a number: whether it may be below 0. */
  negative: z.boolean().optional(),
  value: z.union([z.string(), z.number()]),
  /** What holds where nothing is chosen. */
  standard: z.union([z.string(), z.number()]),
  choices: Choices.nullable(),
});
export type ReportParameter = z.infer<typeof ReportParameter>;

/** Sums of rows by column, and of how many of the rows each is known: the total of unknowns is unknown, never zero. */
const Totals = z.object({ rows: z.number().int(), cells: z.array(Cell), known: z.array(z.number().int()) });
export type ReportTotals = z.infer<typeof Totals>;

const Group = Totals.extend({ key: z.string(), label: Cell });

export const ReportRow = z.object({
  cells: z.array(Cell),
  /** Key of its group, where rows are grouped. */
  group: z.string().nullable(),
  /** What opens in the history. */
  moment: z.object({ vehicleId: Id, start: Instant, end: Instant.nullable() }).nullable(),
  /** What opens else: a path of this application. */
  path: z.string().nullable(),
  /** Where it was, and where it ended, where the report has a map. */
  place: Place.nullable(),
  endPlace: Place.nullable(),
});
export type ReportRow = z.infer<typeof ReportRow>;

export const ReportChart = z.object({
  by: z.enum(REPORT_GROUPS),
  /** Key of the column that it shows; null: how many rows. */
  column: z.string().nullable(),
  points: z.array(z.object({ key: z.string(), label: Cell, value: z.number().nullable() })),
  /** How many there are; of many vehicles, drivers or groups only those with the most are points. */
  pointsTotal: z.number().int(),
});
export type ReportChart = z.infer<typeof ReportChart>;

const ReportEntry = z.object({
  kind: z.string(),
  purpose: z.enum(REPORT_PURPOSES),
  name: z.string(),
  /** What it answers, in one line. */
  about: z.string(),
  /** What else it is found by: headings of its columns and what people call it. */
  words: z.string(),
  favourite: z.boolean(),
  /** When the caller opened it last. */
  openedAt: Instant.nullable(),
});
export type ReportEntry = z.infer<typeof ReportEntry>;

const reports = grant('reports');

export const reportRoutes = {
  /** The reports that the caller may see, by purpose, in the caller's language. */
  'get-reports': route({
    access: reports('view'),
    limited: 'allowed',
    bounds: { 'rows[]': 'kinds that the code knows' },
    input: z.object({ language: z.enum(LANGUAGES).optional() }),
    output: listOutput(ReportEntry),
  }),
  /** A report: what it is, a page of its rows, its totals, chart, and as of when all this is. */
  'get-report': route({
    access: reports('view'),
    limited: 'allowed',
    weight: 'heavy',
    queue: 'reports',
    bodyBytes: 65_536,
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
      'chart.points[]': 'a bar for each of 400 days, or MOST_BARS of the engine',
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
      /** What its rows are; null: rows. */
      rowsName: z.string().nullable(),
      /** Which rows count, where they reach over an end of the range. */
      rule: z.string().nullable(),
      /** How it is counted, at length. */
      counted: z.string().nullable(),
      /** First and last day; null for a report of what is now. */
      range: z.object({ from: z.iso.date(), to: z.iso.date(), preset: z.enum(REPORT_PRESETS).nullable() }).nullable(),
      /** Of its days. */
      timeZone: z.string(),
      currency: z.string(),
      asOf: Instant,
      /** What a reader should know: what is still being worked out, who is silent, what was asked and is not there. */
      notes: z.array(z.string()),
      /** Null where it cannot be searched. */
      search: z.string().nullable(),
      filters: z.array(z.enum(REPORT_FILTERS)),
      /** Types of vehicles that it is narrowed to; null where it has no vehicles to choose. */
      vehicleTypes: z.array(z.enum(VEHICLE_TYPES)).nullable(),
      /** What the filters name and the caller sees. */
      chosen: z.partialRecord(z.enum(REPORT_FILTERS), z.array(Choice)),
      parameters: z.array(ReportParameter),
      columns: z.array(ReportColumn),
      groupings: z.array(z.enum(REPORT_GROUPS)),
      group: z.enum(REPORT_GROUPS).nullable(),
      /** Only subtotals were asked for: there are no rows, `groups` are those of the page, and `total` is how many there are. */
      subtotals: z.boolean(),
      sort: z.string(),
      direction: z.enum(['asc', 'desc']),
      totals: Totals,
      /** Subtotals of the groups that the page touches, in the order of the rows. */
      groups: z.array(Group),
      /** What `only` narrows the rows to, with its name. */
      only: Only.extend({ label: Cell }).nullable(),
      chart: ReportChart.nullable(),
      map: z.boolean(),
    }),
  }),
  /** What to choose from in a filter: the first by name. */
  'get-report-choices': route({
    access: reports('view'),
    limited: 'allowed',
    example: { filter: 'vehicles' },
    bounds: { 'rows[]': 50 },
    input: z.object({ filter: z.enum(REPORT_FILTERS), search: searchText(100) }),
    output: listOutput(Choice),
  }),
  /** Notes that the caller opened a report, or wants it among the favourites or not. */
  'mark-report': route({
    access: { ...reports('view'), person: true },
    limited: 'allowed',
    example: { kind: 'trips' },
    input: z.object({ kind: ReportKind, favourite: z.boolean().optional() }),
    output: Empty,
  }),
};
