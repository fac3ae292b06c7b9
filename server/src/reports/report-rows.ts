import type { ReportCell } from '@milepost/contract/report-columns';
import { MAX_REPORT_DAYS, type ReportGroup } from '@milepost/contract/report-kinds';
import type { ReportChart, ReportRow, ReportTotals } from '@milepost/contract/report-operations';
import { loadPlaces } from '../places/load-places.ts';
import type { PlaceAt } from '../places/places.ts';
import type { Queryable } from '../store/database.ts';
import { addDays, type DayRange, dayCount, mondayOf } from '../store/dashboard/day-range.ts';
import { pointOf, toCell, toTotal } from './cells.ts';
import type { Report } from './report.ts';

/** A row as the database returns it: `c0`, `c1`, … are its cells. */
export interface RawRow {
  [cell: `c${number}`]: unknown;
  group: string | null;
  lat?: number | null;
  lon?: number | null;
  end_lat?: number | null;
  end_lon?: number | null;
  vehicle_id?: number | null;
  opens?: Date | null;
  closes?: Date | null;
  path?: string | null;
}

/** Totals as the database returns them: `t0` with `k0` for each column. */
export interface RawTotals {
  [cell: `t${number}`]: unknown;
  [known: `k${number}`]: number;
  whole: boolean;
  key: string | null;
  label: string | null;
  rows: number;
}

/** The keys of groups in the order of their totals. */
export const keysOf = (totals: readonly RawTotals[]): string[] =>
  totals.flatMap(({ whole, key }) => (whole ? [] : [key ?? '']));

const moment = (value: unknown) => (typeof value === 'string' ? new Date(value) : value);

/** Rows and totals parsed from JSON, with moments converted. */
export function revived(report: Report, { rows, totals }: { rows: RawRow[]; totals: RawTotals[] }) {
  const moments = report.columns.flatMap(({ kind }, index) => (kind === 'moment' ? [index] : []));
  for (const row of rows) {
    for (const index of moments) row[`c${index}`] = moment(row[`c${index}`]);
    row.opens &&= new Date(row.opens);
    row.closes &&= new Date(row.closes);
  }
  for (const total of totals) for (const index of moments) total[`t${index}`] = moment(total[`t${index}`]);
  return { rows, totals };
}

const cellsOf = (report: Report, row: RawRow, placeAt: PlaceAt): ReportCell[] =>
  report.columns.map(({ kind }, index) => toCell(kind, row[`c${index}`], placeAt));

/** Selects the cells of these columns, by index and in this order. */
export const chosenCells =
  ({ columns }: Report, places: readonly number[], placeAt: PlaceAt) =>
  (row: RawRow): ReportCell[] =>
    places.map((at) => toCell(columns[at]?.kind ?? 'text', row[`c${at}`], placeAt));

/** Loads cached addresses for the coordinates of rows before they are formatted. */
export async function loadPlacesOf(db: Queryable, report: Report, rows: readonly RawRow[], placeAt: PlaceAt) {
  const columns = report.columns.flatMap(({ kind }, index) => (kind === 'place' ? [index] : []));
  const points = rows.flatMap((row) => columns.flatMap((index) => pointOf(row[`c${index}`]) ?? []));
  await loadPlaces(db, placeAt, points);
}

const placeOf = (lat: number | null | undefined, lon: number | null | undefined) =>
  lat == null || lon == null ? null : { lat, lon };

export function toRow(report: Report, row: RawRow, placeAt: PlaceAt): ReportRow {
  const { vehicle_id: vehicleId, opens, closes } = row;
  return {
    cells: cellsOf(report, row, placeAt),
    group: row.group,
    moment:
      vehicleId == null || opens == null
        ? null
        : { vehicleId, start: opens.toISOString(), end: closes?.toISOString() ?? null },
    path: row.path ?? null,
    place: placeOf(row.lat, row.lon),
    endPlace: placeOf(row.end_lat, row.end_lon),
  };
}

/** A column without any known value has no total: unknown, not zero. */
export const toTotals = (report: Report, raw: RawTotals): ReportTotals => ({
  rows: raw.rows,
  cells: report.columns.map(({ kind }, index) => toTotal(kind, raw[`t${index}`])),
  known: report.columns.map((_, index) => raw[`k${index}`] ?? 0),
});

/** The maximum of bars in a chart of vehicles, drivers or groups; days are all shown. */
const MAX_BARS = 30;

/**
 * The keys of the days, weeks or months of a range: a time axis includes those without rows. Empty for a range without
 * bounds, which has a thousand years of days.
 */
function timesOf(by: 'day' | 'week' | 'month', { from, to }: DayRange): string[] {
  if (dayCount({ from, to }) > MAX_REPORT_DAYS) return [];
  const days = Array.from({ length: dayCount({ from, to }) }, (_, index) => addDays(from, index));
  if (by === 'day') return days;
  return [...new Set(days.map((day) => (by === 'month' ? day.slice(0, 7) : mondayOf(day))))];
}

/** Unknown values sort last. */
function byValue(a: number, b: number, rising: boolean): number {
  if (Number.isNaN(a) || Number.isNaN(b)) return Number(Number.isNaN(a)) - Number(Number.isNaN(b));
  return rising ? a - b : b - a;
}

/** The chart of a report from the totals of each group; no day of its `range` is omitted. */
export function toChart(
  report: Report,
  by: ReportGroup,
  totals: readonly RawTotals[],
  range: DayRange | null,
): ReportChart {
  const column = report.chart?.column ?? null;
  const index = report.columns.findIndex(({ key }) => key === column);
  const points = totals.map((raw) => ({
    key: raw.key ?? '',
    label: raw.label,
    value: index === -1 ? raw.rows : Number(raw[`t${index}`] ?? Number.NaN),
  }));
  const timed = by === 'day' || by === 'week' || by === 'month';
  if (timed && range !== null && points.length > 0) {
    const found = new Set(points.map(({ key }) => key));
    // A missing day has no rows; all its other values are unknown.
    const value = index === -1 ? 0 : Number.NaN;
    points.push(...timesOf(by, range).flatMap((key) => (found.has(key) ? [] : [{ key, label: key, value }])));
  }
  // A report that sorts a column ascending has its chart ascending as well.
  const rising = column !== null && report.sort === column && report.direction !== 'desc';
  const sorted = timed
    ? points.toSorted((a, b) => (a.key < b.key ? -1 : 1))
    : points.toSorted((a, b) => byValue(a.value, b.value, rising) || (a.key < b.key ? -1 : 1)).slice(0, MAX_BARS);
  return {
    by,
    column,
    points: sorted.map((point) => ({ ...point, value: Number.isNaN(point.value) ? null : point.value })),
    pointsTotal: points.length,
  };
}
