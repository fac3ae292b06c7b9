import type { ImportColumn } from '@milepost/contract/import-operations';
import { importSpec, type ImportKind } from '@milepost/contract/import-kinds';
import { type Fault, fault, toFault } from '@milepost/contract/fault';
import type { StoredColumn } from '../store/imports/imports.ts';
import type { ImportDescriptor, LineFault, ParsedLine, Value } from './import-descriptor.ts';
import { hasUnknownBytes } from '@milepost/contract/encodings';
import { wordKey } from './detect-columns.ts';
import { isNoRecord } from './no-record.ts';
import { isShortened } from './tidy-cell.ts';

/** The texts that spreadsheets write for a formula without a value. */
const CELL_ERROR = /^#(?:N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NULL!|NUM!|SPILL!|CALC!|GETTING_DATA)$/i;
/** The replacement character, where another program lost letters. */
const LOST = '\uFFFD';

export interface LineOrFaults extends ParsedLine {
  faults: LineFault[];
  /** Cells that cannot be read and without which the line is accepted. */
  leftOut: LineFault[];
  /** `faults` and `leftOut` together, in the order of the columns. */
  reported: LineFault[];
  /** True when it is no record: a line of totals, or the headings repeated. */
  skip: boolean;
}

/** The settings for reading the lines of an import. */
export interface Reading {
  kind: ImportKind;
  headings: readonly string[];
  columns: readonly StoredColumn[];
  leaveOut: boolean;
}

/** Parses the cells of a line by the fields of its columns. */
export function parseLine(
  { kind, headings, columns, leaveOut }: Reading,
  { fields }: ImportDescriptor,
  { line, cells }: { line: number; cells: readonly string[] },
): LineOrFaults {
  const { key, foundBy = [key], fields: specs } = importSpec(kind);
  const keyCell = cells[columns.findIndex(({ field }) => field === key)] ?? '';
  if (isNoRecord(cells, headings, keyCell))
    return { line, given: {}, faults: [], leftOut: [], reported: [], skip: true };
  const given: Record<string, Value> = {};
  const faults: LineFault[] = [];
  const leftOut: LineFault[] = [];
  const reported: LineFault[] = [];
  for (const [index, { field, days, words, mark = null, amounts, decimals }] of columns.entries()) {
    const text = meantBy((cells[index] ?? '').trim(), words);
    const descriptor = field === null ? undefined : fields[field];
    if (field === null || descriptor === undefined || text === '') continue;
    const broken = brokenCell(text);
    const read = broken
      ? { fault: broken }
      : descriptor.read(text, days, {
          heading: headings[index] ?? '',
          mark,
          amountMark: decimals ?? amounts?.mark ?? mark,
        });
    if (!('fault' in read)) {
      if (read.value !== null) given[field] = read.value;
      continue;
    }
    const why = toFault(read.fault);
    const { required, binding } = specs[field] ?? {};
    // A shortened identity is shortened in all lines, so the file must be corrected.
    const needed = required === true || binding === true || foundBy.includes(field) || why.code === 'number-shortened';
    (leaveOut && !needed ? leftOut : faults).push({ field, fault: why });
    reported.push({ field, fault: why });
  }
  for (const [field, { required }] of Object.entries(specs)) {
    const missing = required === true && given[field] === undefined && !faults.some((one) => one.field === field);
    if (!missing) continue;
    faults.push({ field, fault: fault('enter-value') });
    reported.push({ field, fault: fault('enter-value') });
  }
  return { line, given, faults, leftOut, reported, skip: false };
}

/** Replaces words in a cell by the meaning that a person has given them. */
function meantBy(text: string, words: ImportColumn['words']): string {
  if (words === undefined || text === '') return text;
  // Own properties only: every object has a "constructor".
  const meaningOf = (word: string) => (Object.hasOwn(words, wordKey(word)) ? words[wordKey(word)] : undefined);
  const whole = meaningOf(text);
  if (whole !== undefined) return whole;
  const parts = text.split(/([,;،؛\n])/).map((part) => meaningOf(part) ?? part);
  return parts.join('');
}

/** The fault of a cell that was broken before the import, whatever its field. */
function brokenCell(text: string): Fault | null {
  if (CELL_ERROR.test(text)) return fault('cell-error', { value: text });
  if (isShortened(text)) return fault('number-shortened', { value: text });
  return text.includes(LOST) || hasUnknownBytes(text) ? fault('cell-broken') : null;
}

/**
 * Finds lines that repeat a unique value of an earlier line; for existing records, lines that refer to the same record,
 * however it is written.
 */
export function duplicateFinder(
  kind: ImportKind,
  { fields }: ImportDescriptor,
): (line: ParsedLine, id: number | null) => LineFault[] {
  const { key: found } = importSpec(kind);
  const seen = new Map<string, number>();
  return ({ line, given }, id) =>
    Object.entries(fields).flatMap(([field, { once }]) => {
      const value = given[field];
      if (once === undefined || typeof value !== 'string') return [];
      const same = once(value, given);
      if (same === null) return [];
      const key = field === found && id !== null ? `record ${id}` : `${field} ${same}`;
      const first = seen.get(key);
      if (first === undefined) seen.set(key, line);
      return first === undefined ? [] : [{ field, fault: fault('line-twice', { line: first }) }];
    });
}
