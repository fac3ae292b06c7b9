import type { ColumnKind, ReportCell } from '@milepost/contract/report-columns';
import type { PlaceAt, Point } from '../places/places.ts';

const TEXTS: ReadonlySet<ColumnKind> = new Set(['choice', 'vehicle', 'driver', 'group', 'text', 'day', 'month']);

/** A value that the database gave as the cell of a report; one that it does not know is null. */
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

/** The total of a column: of what is counted a number, else a value like its cells. */
export const toTotal = (kind: ColumnKind, value: unknown): ReportCell =>
  typeof value === 'number' ? value : toCell(kind, value, () => null);

const AT = /^(-?\d+(?:\.\d+)?(?:e-?\d+)?),(-?\d+(?:\.\d+)?(?:e-?\d+)?)$/;

/** The name of a place, else its coordinates; a text that is none stays as it is. */
function placeCell(text: string, placeAt: PlaceAt): string {
  const at = pointOf(text);
  return at === null ? text : (placeAt(at.lat, at.lon) ?? `${at.lat.toFixed(5)}, ${at.lon.toFixed(5)}`);
}

/** The place that a value of a column of places says; null where it says none. */
export function pointOf(value: unknown): Point | null {
  const at = typeof value === 'string' ? AT.exec(value) : null;
  return at && { lat: Number(at[1]), lon: Number(at[2]) };
}
