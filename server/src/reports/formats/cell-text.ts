import { decimalsOf } from '@milepost/contract/money';
import type { ReportCell } from '@milepost/contract/report-columns';
import { traitsOf } from '@milepost/contract/languages';
import type { FileColumn, ReportFile } from './report-file.ts';
import { offsetIfAmbiguous } from './ambiguous-time.ts';
import { divisorOf, NUMERIC, unitOf } from './units.ts';

/** Shown for an unknown value: neither a zero nor an empty cell that looks forgotten. */
const UNKNOWN = '–';

const known = (write: (cell: string | number) => string) => (cell: ReportCell) =>
  cell === null ? UNKNOWN : write(cell);

/**
 * Formats the cells of a column for people, in their language, time zone and units; the unit is in the column heading.
 */
export function cellText(
  { kind, choices }: FileColumn,
  file: Pick<ReportFile, 'language' | 'timeZone' | 'units' | 'currency'>,
): (cell: ReportCell) => string {
  const locale = traitsOf(file.language).locale;
  const number = (options: Intl.NumberFormatOptions) => {
    const format = new Intl.NumberFormat(locale, options);
    const divisor = divisorOf(kind, file);
    return known((cell) => format.format(Number(cell) / divisor));
  };
  const fixed = (digits: number) => number({ minimumFractionDigits: digits, maximumFractionDigits: digits });
  const date = (options: Intl.DateTimeFormatOptions, text: (cell: string) => string) => {
    const format = new Intl.DateTimeFormat(locale, options);
    return known((cell) => (typeof cell === 'number' ? String(cell) : format.format(new Date(text(cell)))));
  };
  switch (kind) {
    case 'moment':
      return withOffset(
        date({ dateStyle: 'medium', timeStyle: 'short', timeZone: file.timeZone }, (cell) => cell),
        file.timeZone,
      );
    case 'day':
      return date({ dateStyle: 'medium', timeZone: 'UTC' }, (cell) => `${cell}T00:00:00Z`);
    case 'month':
      return date({ month: 'long', year: 'numeric', timeZone: 'UTC' }, (cell) => `${cell}-01T00:00:00Z`);
    case 'duration':
      return known((cell) => clockOf(Number(cell)));
    case 'distance':
      return fixed(1);
    case 'money':
      return fixed(decimalsOf(file.currency));
    case 'share':
      return number({ style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 });
    case 'speed':
    case 'count':
      return number({ maximumFractionDigits: 0 });
    case 'volume':
    case 'economy':
    case 'number':
      return number({ maximumFractionDigits: 2 });
    default:
      return known((cell) => choices?.[String(cell)] ?? String(cell));
  }
}

/** Adds the offset to a local time that occurs twice. */
const withOffset = (text: (cell: ReportCell) => string, timeZone: string) => (cell: ReportCell) => {
  const offset = typeof cell === 'string' ? offsetIfAmbiguous(timeZone, Date.parse(cell)) : null;
  return offset === null ? text(cell) : `${text(cell)} (${offset})`;
};

const two = (value: number) => String(value).padStart(2, '0');

/** Seconds as hours, minutes and seconds: "26:05:09". */
function clockOf(seconds: number): string {
  const whole = Math.round(Math.abs(seconds));
  return `${seconds < 0 ? '-' : ''}${Math.floor(whole / 3600)}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`;
}

/** The heading of a column for people, with its unit; the time zone is given once for the whole report. */
export function headText({ label, kind }: FileColumn, file: Parameters<typeof unitOf>[1]): string {
  const unit = unitOf(kind, file);
  return unit === null ? label : `${label} (${unit})`;
}

export const isAtEnd = ({ kind }: FileColumn): boolean => NUMERIC.has(kind);
