import { formatCsvValue, writeCsv } from 'hucre/csv';
import type { FullFix } from '../store/tracks/track-fixes.ts';
import { type FileSensor, fileValue } from './file-sensors.ts';
import { degrees, timeMs, zonedText } from './fix-text.ts';
import type { TrackWriter } from './track-writer.ts';

/**
 * Attributes with a column of their own; sensors follow in theirs, and all other attributes are in the last one as
 * JSON.
 */
const COLUMNS = ['ignition', 'motion', 'satellites', 'batteryPercent', 'powerV', 'rssi', 'odometerM'] as const;
const HEAD = ['time', 'lat', 'lon', 'speedKph', 'courseDeg', 'altitudeM', ...COLUMNS];

/**
 * RFC 4180, times in ISO 8601 with the offset of the zone, with a byte order mark so that spreadsheets read it as
 * UTF-8. A device's text can never be a formula in one.
 */
export const csvWriter: TrackWriter = {
  head: (_name, sensors) =>
    `${writeCsv([HEAD], { bom: true })},${[...sensors.map(({ label }) => cellText(label)), 'attributes'].join(',')}\r\n`,
  body: (fixes, _previousMs, { timeZone, sensors }) =>
    fixes.map((fix) => `${row(fix, sensors, timeZone).join(',')}\r\n`).join(''),
  tail: () => '',
};

/** Our own figures are not quoted: a latitude begins with a minus and is no formula. */
function row(fix: FullFix, sensors: readonly FileSensor[], timeZone: string): string[] {
  const rest = Object.entries(fix.attributes).filter(([name]) => !COLUMNS.some((column) => column === name));
  const { speedKph, courseDeg, altitudeM } = fix;
  const place = [zonedText(timeMs(fix), timeZone), degrees(fix.lat), degrees(fix.lon), speedKph, courseDeg, altitudeM];
  return [
    ...place.map((value) => formatCsvValue(value)),
    ...COLUMNS.map((name) => cellText(fix.attributes[name] ?? null)),
    ...sensors.map((sensor, index) => cellText(fileValue(sensor, fix.sensors?.[index] ?? null))),
    cellText(rest.length > 0 ? JSON.stringify(Object.fromEntries(rest)) : null),
  ];
}

function cellText(value: FullFix['attributes'][string] | null): string {
  const cell = typeof value === 'object' && value !== null ? value.join(',') : value;
  // Some spreadsheets split cells at semicolons and tabs, and some accept full-width signs (＋－＝＠) too; the library
  // guards only the beginning of a text, and not against these.
  const guarded =
    typeof cell === 'string'
      ? cell.replaceAll(/([;\t]\s*)(?=[=+\-@|])|(^|[;\t]\s*)(?=[\uff0b\uff0d\uff1d\uff20])/g, "$1$2'")
      : cell;
  return formatCsvValue(guarded, { escapeFormulae: true });
}
