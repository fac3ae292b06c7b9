import type { ColumnKind, ReportCell } from '@milepost/contract/report-columns';
import type { PlaceAt, Point } from '../places/places.ts';

const TEXTS: ReadonlySet<ColumnKind> = new Set(['choice', 'vehicle', 'driver', 'group', 'text', 'day', 'month']);

/** Converts a database value to a cell of a report; null when it is unknown. */
export function toCell(kind: ColumnKind, value: unknown, placeAt: PlaceAt): ReportCell {
  if (value === null || value === undefined) return null;
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'string') {
    if (kind === 'place') return placeCell(value, placeAt);
    if (TEXTS.has(kind)) return value;
  }
  const number = Number(value);
  return Number.isFinite(number) ? number : null;
}

/** Converts the total of a column: a number where the column is counted, otherwise a value like its cells. */
export const toTotal = (kind: ColumnKind, value: unknown): ReportCell =>
  typeof value === 'number' ? value : toCell(kind, value, () => null);

const AT = /^(-?\d+(?:\.\d+)?(?:e-?\d+)?),(-?\d+(?:\.\d+)?(?:e-?\d+)?)$/;

/** The value of a place column in private time, for which the reader gets the word. */
export const PRIVATE_CELL = 'private';

/** The address of coordinates, or the coordinates themselves; other text stays unchanged. */
function placeCell(text: string, placeAt: PlaceAt): string {
  if (text === PRIVATE_CELL) return placeAt.private ?? text;
  const at = pointOf(text);
  return at === null ? text : (placeAt(at.lat, at.lon) ?? `${at.lat.toFixed(5)}, ${at.lon.toFixed(5)}`);
}

/** The coordinates in a value of a place column; null when it has none. */
export function pointOf(value: unknown): Point | null {
  const at = typeof value === 'string' ? AT.exec(value) : null;
  return at && { lat: Number(at[1]), lon: Number(at[2]) };
}
