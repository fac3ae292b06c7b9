/** What reports are for, in the order in which the catalogue shows them. */
export const REPORT_PURPOSES = ['driving', 'stops', 'distribution', 'safety', 'cost', 'devices', 'people'] as const;
export type ReportPurpose = (typeof REPORT_PURPOSES)[number];

/** What rows are put together by, each with its subtotals. Weeks begin on Monday and are named by that day. */
export const REPORT_GROUPS = ['vehicle', 'driver', 'group', 'kind', 'vendor', 'fence', 'day', 'week', 'month'] as const;
export type ReportGroup = (typeof REPORT_GROUPS)[number];

/** Ranges seen from today; a link or a schedule that names one stays up to date. */
export const REPORT_RANGES = [
  'today',
  'yesterday',
  'this-week',
  'last-week',
  'last-7',
  'last-30',
  'this-month',
  'last-month',
] as const;
export type ReportRange = (typeof REPORT_RANGES)[number];

/** How a range is named: one of these, or `ever`, without an end, of the few reports that can answer for it. */
export const REPORT_PRESETS = [...REPORT_RANGES, 'ever'] as const;
export type ReportPreset = (typeof REPORT_PRESETS)[number];

/** Longest range, days. */
export const MOST_REPORT_DAYS = 400;

/** How a column is totalled; `average` is weighted by another column, so that a total is no average of averages. */
export const TOTAL_RULES = ['sum', 'max', 'min', 'average', 'count'] as const;
export type TotalRule = (typeof TOTAL_RULES)[number];

/** What of a fleet a report can be narrowed to. */
export const REPORT_FILTERS = ['vehicles', 'groups', 'drivers', 'fences', 'rules'] as const;
export type ReportFilter = (typeof REPORT_FILTERS)[number];
