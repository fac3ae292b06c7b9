import type { ColumnKind, ReportCell } from '@milepost/contract/report-columns';
import type { PlaceAt } from '../places/places.ts';

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
  const at = AT.exec(text);
  if (at === null) return text;
  const [lat, lon] = [Number(at[1]), Number(at[2])];
  return placeAt(lat, lon) ?? `${lat.toFixed(5)}, ${lon.toFixed(5)}`;
}
