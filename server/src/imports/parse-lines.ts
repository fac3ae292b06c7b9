import type { ImportColumn } from '@milepost/contract/import-routes';
import { importSpec, type ImportKind } from '@milepost/contract/import-kinds';
import { fault, toFault } from '@milepost/contract/fault';
import type { ImportDescriptor, LineFault, ParsedLine, Value } from './import-descriptor.ts';

/** What spreadsheets write where a formula has no value. */
const CELL_ERROR = /^#(?:N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NULL!|NUM!|SPILL!|CALC!|GETTING_DATA)$/i;

export type LineOrFaults = ParsedLine & { faults: LineFault[] };

/** Reads the cells of a line by what its columns fill. */
export function parseLine(
  kind: ImportKind,
  { fields }: ImportDescriptor,
  columns: readonly ImportColumn[],
  { line, cells }: { line: number; cells: readonly string[] },
): LineOrFaults {
  const given: Record<string, Value> = {};
  const faults: LineFault[] = [];
  for (const [index, { field, days }] of columns.entries()) {
    const text = (cells[index] ?? '').trim();
    const descriptor = field === null ? undefined : fields[field];
    if (field === null || descriptor === undefined || text === '') continue;
    const read = CELL_ERROR.test(text) ? { fault: fault('cell-error', { value: text }) } : descriptor.read(text, days);
    if ('fault' in read) faults.push({ field, fault: toFault(read.fault) });
    else if (read.value !== null) given[field] = read.value;
  }
  for (const [field, { required }] of Object.entries(importSpec(kind).fields)) {
    const missing = required === true && given[field] === undefined && !faults.some((one) => one.field === field);
    if (missing) faults.push({ field, fault: fault('enter-value') });
  }
  return { line, given, faults };
}

/** Finds lines that say what an earlier line of the file said and only one may. */
export function twiceIn({ fields }: ImportDescriptor): (line: ParsedLine) => LineFault[] {
  const seen = new Map<string, number>();
  return ({ line, given }) =>
    Object.entries(fields).flatMap(([field, { once }]) => {
      const value = given[field];
      if (once === undefined || typeof value !== 'string') return [];
      const same = once(value, given);
      if (same === null) return [];
      const key = `${field} ${same}`;
      const first = seen.get(key);
      if (first === undefined) seen.set(key, line);
      return first === undefined ? [] : [{ field, fault: fault('line-twice', { line: first }) }];
    });
}
