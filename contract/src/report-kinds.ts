/** The purposes of reports, in the order of the catalogue. */
export const REPORT_PURPOSES = ['driving', 'stops', 'distribution', 'safety', 'cost', 'devices', 'people'] as const;
export type ReportPurpose = (typeof REPORT_PURPOSES)[number];

/** The groupings of rows, each with its subtotals. Weeks begin on Monday and are labelled by that day. */
export const REPORT_GROUPS = ['vehicle', 'driver', 'group', 'kind', 'vendor', 'fence', 'day', 'week', 'month'] as const;
export type ReportGroup = (typeof REPORT_GROUPS)[number];

/** Ranges relative to today; a link or a schedule with one of them stays up to date. */
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

/** The names of ranges: one of these, or `ever`, which is unbounded and supported by few reports. */
export const REPORT_PRESETS = [...REPORT_RANGES, 'ever'] as const;
export type ReportPreset = (typeof REPORT_PRESETS)[number];

/** The longest range in days. */
export const MAX_REPORT_DAYS = 400;

/**
 * How a column is totalled; `average` is weighted by another column, so that a total is not an average of averages.
 */
export const TOTAL_RULES = ['sum', 'max', 'min', 'average', 'count'] as const;
export type TotalRule = (typeof TOTAL_RULES)[number];

/** The filters by which a report can be narrowed to a part of the fleet. */
export const REPORT_FILTERS = ['vehicles', 'groups', 'drivers', 'fences', 'rules'] as const;
export type ReportFilter = (typeof REPORT_FILTERS)[number];
