/**
 * The content of a report's column. The kind determines unit, alignment, totals and how each format writes it.
 *
 * | kind | cell |
 * | --- | --- |
 * | moment | ISO 8601 in UTC, `2026-11-23T03:00:00.000Z` |
 * | day, month | `2026-11-23`, `2026-11`, in the report's time zone |
 * | duration | seconds |
 * | distance | metres |
 * | speed | km/h |
 * | volume | litres |
 * | economy | litres for 100 km; read for 100 miles where distances are in miles |
 * | money | minor units of the organisation's currency |
 * | share | 0 to 1 |
 * | count, number | a number; a count is whole |
 * | choice | a key of the column's choices, which name it in each language |
 * | place | an address or the nearest known place |
 * | vehicle, driver, group, text | a text |
 */
export const COLUMN_KINDS = [
  'moment',
  'day',
  'month',
  'duration',
  'distance',
  'speed',
  'volume',
  'economy',
  'money',
  'share',
  'count',
  'number',
  'choice',
  'place',
  'vehicle',
  'driver',
  'group',
  'text',
] as const;
export type ColumnKind = (typeof COLUMN_KINDS)[number];

/** One value of a report, in the format of its column's kind; null if unknown, which is never written as zero. */
export type ReportCell = string | number | null;
