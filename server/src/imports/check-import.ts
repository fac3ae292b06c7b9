import type { ImportWarning } from '@milepost/contract/import-kinds';
import type { UnknownWord } from '@milepost/contract/import-operations';
import type { Streets } from '../places/sea.ts';
import type { Database } from '../store/database.ts';
import { endCheck, type LineResult, readLines, writeLines } from '../store/imports/change-imports.ts';
import { getImport } from '../store/imports/imports.ts';
import type { Scope } from '../store/scope.ts';
import { wordKey } from './detect-columns.ts';
import {
  type LineFault,
  isSubset,
  type ImportTarget,
  type ResolvedLine,
  type TakenDevice,
} from './import-descriptor.ts';
import { openDescriptor } from './own-fields.ts';
import { parseLine, duplicateFinder } from './parse-lines.ts';

const AT_ONCE = 2000;
/** The number of names of records that would be created, and of lines with warnings, that are displayed. */
const SHOWN = 20;

/**
 * Determines the outcome of each line, after `beginCheck`. Changes only the lines.
 * @param meet called with each device of another organisation before any line reveals it; when it throws, none is
 * revealed
 */
export async function checkImport(
  { database, places: streets }: { database: Database; places: Streets },
  scope: Scope,
  id: number,
  meet: (taken: TakenDevice) => Promise<void>,
): Promise<void> {
  const stored = await getImport(database, scope, id);
  const { kind, mode, creates, organisationId, userId } = stored;
  const descriptor = await openDescriptor(database, organisationId, kind);
  const target: ImportTarget = { organisationId, userId, mode, creates, streets };
  const twice = duplicateFinder(kind, descriptor);
  const wanted = new Map<string, Map<string, string>>();
  const warned = new Map<ImportWarning, number[]>();
  const unknown = new Map<string, UnknownWord>();
  let over = false;
  try {
    for (let after = 0; ;) {
      const lines = await readLines(database, id, { after, most: AT_ONCE });
      const last = lines.at(-1);
      if (!last) break;
      after = last.line;
      const parsed = lines.map((line) => parseLine(stored, descriptor, line));
      const records = parsed.filter(({ skip }) => !skip);
      const resolved = await descriptor.resolve(database, target, records);
      for (const { taken } of resolved) if (taken) await meet(taken);
      const results = resolved.map((line, index): LineResult => {
        const read = records[index];
        const leftOut = read?.leftOut ?? [];
        const later = [...line.faults, ...(read ? twice(read, line.id) : [])];
        const isFaulty = (read?.faults ?? []).length + later.length > 0;
        for (const { what, name } of isFaulty ? [] : line.wants) {
          const names = wanted.get(what) ?? new Map<string, string>();
          wanted.set(what, names.set(name.toLowerCase(), name));
        }
        const { line: number, name, id: recordId } = line;
        const warnings = [...(line.warnings ?? []), ...(leftOut.length > 0 ? (['cells-left-out'] as const) : [])];
        for (const one of read?.reported ?? []) noteWord(unknown, one);
        for (const what of isFaulty ? [] : warnings) warn(warned, what, number);
        const faults = [...(read?.reported ?? []), ...later];
        return { line: number, state: isFaulty ? 'fault' : stateOf(line), faults, name, recordId };
      });
      const skipped = parsed.flatMap(({ skip, line }): LineResult[] =>
        skip ? [{ line, state: 'skip', faults: [] }] : [],
      );
      await writeLines(database, id, [...results, ...skipped]);
    }
    over = true;
  } finally {
    const all = [...wanted].map(([what, names]) => ({
      what,
      names: [...names.values()].slice(0, SHOWN),
      total: names.size,
    }));
    const looks = [...warned].map(([what, lines]) => ({ what, lines: lines.slice(0, SHOWN), total: lines.length }));
    await endCheck(database, id, over ? { wanted: all, warned: looks, unknownWords: [...unknown.values()] } : null);
  }
}

/** The number of words that are asked about in one go. */
const MAX_WORDS = 50;
/** The number of meanings offered for a word; in longer lists the person edits the file. */
const MAX_VALUES = 200;

function noteWord(unknown: Map<string, UnknownWord>, { field, fault: { code, params } }: LineFault): void {
  const { word, values } = params ?? {};
  if (code !== 'word-unknown' || typeof word !== 'string' || !Array.isArray(values)) return;
  const key = `${field} ${wordKey(word)}`;
  const known = unknown.get(key);
  if (known) known.total += 1;
  else if (unknown.size < MAX_WORDS)
    unknown.set(key, { field, word, total: 1, values: values.map(String).slice(0, MAX_VALUES) });
}

function warn(warned: Map<ImportWarning, number[]>, what: ImportWarning, line: number): void {
  const lines = warned.get(what);
  if (lines) lines.push(line);
  else warned.set(what, [line]);
}

/** The outcome of a line without faults. */
export function stateOf({ id, before, after, wants }: ResolvedLine): 'create' | 'update' | 'same' {
  if (id === null) return 'create';
  return before !== null && wants.length === 0 && isSubset(after, before) ? 'same' : 'update';
}
