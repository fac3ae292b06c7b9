import type { ColumnKind, ReportCell } from '@milepost/contract/report-columns';
import { decimalsOf } from '@milepost/contract/money';
import { offsetMs } from '@milepost/tracking/local-day';
import { xmlText } from '../../track-files/fix-text.ts';
import type { FileColumn, ReportFile } from './report-file.ts';
import { offsetIfAmbiguous } from './ambiguous-time.ts';
import { divisorOf, NUMERIC } from './units.ts';

type Cell = Exclude<ReportCell, null>;

/** Excel specifications and limits. */
const MAX_LETTERS = 32_767;
const DAY_MS = 86_400_000;
/** 30 December 1899: day 0 of the 1900 date system, for every day from March 1900 on. */
const EPOCH_MS = Date.UTC(1899, 11, 30);

/** Number formats (ECMA-376 part 1, 18.8.31); each is a style of `STYLES` in this order, after plain and bold. */
const NUMBER_FORMATS = [
  'yyyy\\-mm\\-dd hh:mm:ss',
  'yyyy\\-mm\\-dd',
  'yyyy\\-mm',
  '[h]:mm:ss',
  '#,##0.00',
  '#,##0',
  '0.0%',
  '#,##0.000',
  '#,##0.0000',
  'General',
] as const;
type NumberFormat = (typeof NUMBER_FORMATS)[number];
export const BOLD = 1;
/** The distance from a plain style to its bold one. */
const BOLD_BY = NUMBER_FORMATS.length;
const styleOf = (format: NumberFormat) => 2 + NUMBER_FORMATS.indexOf(format);

const FORMATS: Partial<Record<ColumnKind, NumberFormat>> = {
  moment: 'yyyy\\-mm\\-dd hh:mm:ss',
  day: 'yyyy\\-mm\\-dd',
  month: 'yyyy\\-mm',
  duration: '[h]:mm:ss',
  distance: '#,##0.00',
  speed: '#,##0',
  volume: '#,##0.00',
  economy: '#,##0.00',
  share: '0.0%',
  count: '#,##0',
  number: 'General',
};

const MONEY: Record<number, NumberFormat> = { 0: '#,##0', 3: '#,##0.000', 4: '#,##0.0000' };

const formatOf = (kind: ColumnKind, currency: string): NumberFormat | undefined =>
  kind === 'money' ? (MONEY[decimalsOf(currency)] ?? '#,##0.00') : FORMATS[kind];

/** The first id of formats that a workbook defines itself (18.8.30). */
const FIRST_FORMAT = 164;
const xf = (format: number, font: number) =>
  `<xf numFmtId="${format}" fontId="${font}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>`;
const font = (bold: string) => `<font>${bold}<sz val="11"/><name val="Calibri"/><family val="2"/></font>`;

export function stylesXml(): string {
  const formats = NUMBER_FORMATS.map(
    (code, index) => `<numFmt numFmtId="${FIRST_FORMAT + index}" formatCode="${xmlText(code)}"/>`,
  );
  const xfs = [
    xf(0, 0),
    xf(0, 1),
    ...[0, 1].flatMap((bold) => NUMBER_FORMATS.map((_, index) => xf(FIRST_FORMAT + index, bold))),
  ];
  return `<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><numFmts count="${formats.length}">${formats.join('')}</numFmts><fonts count="2">${font('')}${font('<b/>')}</fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${xfs.length}">${xfs.join('')}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;
}

/** A text cell, which is never a formula, whatever its first character. */
export function textXml(ref: string, text: string, style = 0): string {
  if (text === '') return '';
  const plain = /[&<>"\n\r\t\p{Cc}\p{Cs}\ufffe\uffff]/u.test(text)
    ? xmlText(text.slice(0, MAX_LETTERS))
    : text.slice(0, MAX_LETTERS);
  return `<c r="${ref}" t="inlineStr"${style > 0 ? ` s="${style}"` : ''}><is><t xml:space="preserve">${plain}</t></is></c>`;
}

const numberXml = (ref: string, value: number, style: number) =>
  Number.isFinite(value) ? `<c r="${ref}" s="${style}"><v>${value}</v></c>` : '';

/** Days since the epoch of spreadsheets in local time, since they have no time zones. Null before 1900. */
export function serialOf(kind: ColumnKind, text: string, timeZone: string): number | null {
  const ms = Date.parse(kind === 'month' ? `${text}-01` : text);
  const wall = kind === 'moment' ? ms + offsetMs(timeZone, Number.isNaN(ms) ? 0 : ms) : ms;
  const serial = (wall - EPOCH_MS) / DAY_MS;
  return serial >= 61 ? serial : null;
}

/** A moment in local time, in the format of cells. */
function wallClock(moment: string, timeZone: string): string {
  const ms = Date.parse(moment);
  return new Date(ms + offsetMs(timeZone, ms)).toISOString().slice(0, 19).replace('T', ' ');
}

/** Letters of a column, from 0: A, Z, AA. */
export function columnName(index: number): string {
  const letter = String.fromCodePoint(65 + (index % 26));
  return index < 26 ? letter : columnName(Math.floor(index / 26) - 1) + letter;
}

/** Converts the cells of a column to XML at a reference in the sheet; `bold` for the row of totals. */
export function cellXml(
  { kind, choices }: FileColumn,
  { timeZone, ...how }: ReportFile,
  bold = false,
): (ref: string, cell: Cell) => string {
  const format = formatOf(kind, how.currency);
  const by = bold ? BOLD_BY : 0;
  const plain = bold ? BOLD : 0;
  if (kind === 'moment' || kind === 'day' || kind === 'month') {
    const style = styleOf(format ?? 'yyyy\\-mm\\-dd') + by;
    return (ref, cell) => {
      if (typeof cell === 'number') return numberXml(ref, cell, plain);
      const twice = kind === 'moment' ? offsetIfAmbiguous(timeZone, Date.parse(cell)) : null;
      if (twice !== null) return textXml(ref, `${wallClock(cell, timeZone)} (${twice})`, plain);
      const serial = serialOf(kind, cell, timeZone);
      return serial === null ? textXml(ref, cell, plain) : numberXml(ref, Math.round(serial * 86_400) / 86_400, style);
    };
  }
  if (NUMERIC.has(kind)) {
    const divisor = kind === 'duration' ? 86_400 : divisorOf(kind, { timeZone, ...how });
    const style = styleOf(format ?? 'General') + by;
    return (ref, cell) =>
      typeof cell === 'number' ? numberXml(ref, cell / divisor, style) : textXml(ref, cell, plain);
  }
  const labels = choices ?? {};
  // The total of a text column is its number of values.
  return (ref, cell) =>
    typeof cell === 'number'
      ? numberXml(ref, cell, plain)
      : textXml(ref, Object.hasOwn(labels, cell) ? (labels[cell] ?? cell) : cell, plain);
}

const WIDTHS: Partial<Record<ColumnKind, number>> = {
  moment: 20,
  day: 12,
  month: 10,
  place: 42,
  vehicle: 18,
  driver: 24,
  group: 20,
  text: 28,
  choice: 18,
};

/** The width of a column in characters: its heading must fit next to the filter button. */
export const widthOf = ({ kind, width }: FileColumn, head: string): number =>
  Math.min(80, Math.max(width ?? WIDTHS[kind] ?? 12, Math.min(40, head.length + 4)));
