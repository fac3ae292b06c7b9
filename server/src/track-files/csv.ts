import type { FullFix } from '../store/tracks/track-fixes.ts';
import { degrees, timeMs, zonedText } from './fix-text.ts';
import type { TrackWriter } from './track-writer.ts';

/** Attributes with a column of their own; all others stand in the last one as JSON. */
const COLUMNS = ['ignition', 'motion', 'satellites', 'batteryPercent', 'powerV', 'rssi', 'odometerM'] as const;
const HEAD = ['time', 'lat', 'lon', 'speedKph', 'courseDeg', 'altitudeM', ...COLUMNS, 'attributes'];

/** RFC 4180, times in ISO 8601 with the offset of the zone, with a mark of the byte order so that spreadsheets take it as UTF-8. */
export const csvWriter: TrackWriter = {
  head: () => `\ufeff${HEAD.join(',')}\r\n`,
  body: (fixes, _previousMs, timeZone) => fixes.map((fix) => `${row(fix, timeZone).map(cell).join(',')}\r\n`).join(''),
  tail: () => '',
};

function row(fix: FullFix, timeZone: string): Parameters<typeof cell>[0][] {
  const rest = Object.entries(fix.attributes).filter(([name]) => !COLUMNS.some((column) => column === name));
  return [
    zonedText(timeMs(fix), timeZone),
    degrees(fix.lat),
    degrees(fix.lon),
    fix.speedKph,
    fix.courseDeg,
    fix.altitudeM,
    ...COLUMNS.map((name) => fix.attributes[name]),
    rest.length > 0 ? JSON.stringify(Object.fromEntries(rest)) : null,
  ];
}

function cell(value: string | number | boolean | readonly string[] | null | undefined): string {
  const text = value === null || value === undefined ? '' : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
