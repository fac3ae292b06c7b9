import type { ImportWarning } from '@milepost/contract/import-kinds';
import type { Streets } from '../places/sea.ts';
import type { Database } from '../store/database.ts';
import { endCheck, type LineResult, readLines, writeLines } from '../store/imports/change-imports.ts';
import { getImport } from '../store/imports/imports.ts';
import type { Scope } from '../store/scope.ts';
import { says, type ImportTarget, type ResolvedLine, type TakenDevice } from './import-descriptor.ts';
import { openDescriptor } from './own-fields.ts';
import { parseLine, twiceIn } from './parse-lines.ts';

const AT_ONCE = 2000;
/** Names that are shown of what would be created, and lines of what should be looked at. */
const SHOWN = 20;

/**
 * Finds out what each line would come to; `beginCheck` came before. Changes nothing but the lines.
 * @param meet hears of each device that is another's before any line tells of it; where it throws, none does
 */
export async function checkImport(
  { database, places: streets }: { database: Database; places: Streets },
  scope: Scope,
  id: number,
  meet: (taken: TakenDevice) => Promise<void>,
): Promise<void> {
  const { kind, columns, mode, creates, organisationId, userId } = await getImport(database, scope, id);
  const descriptor = await openDescriptor(database, organisationId, kind);
  const target: ImportTarget = { organisationId, userId, mode, creates, streets };
  const twice = twiceIn(descriptor);
  const wanted = new Map<string, Map<string, string>>();
  const warned = new Map<ImportWarning, number[]>();
  let over = false;
  try {
    for (let after = 0; ;) {
      const lines = await readLines(database, id, { after, most: AT_ONCE });
      const last = lines.at(-1);
      if (!last) break;
      after = last.line;
      const parsed = lines.map((line) => parseLine(kind, descriptor, columns, line));
      const resolved = await descriptor.resolve(database, target, parsed);
      for (const { taken } of resolved) if (taken) await meet(taken);
      const results = resolved.map((line, index): LineResult => {
        const read = parsed[index];
        const faults = [...(read?.faults ?? []), ...line.faults, ...(read ? twice(read) : [])];
        for (const { what, name } of faults.length === 0 ? line.wants : []) {
          const names = wanted.get(what) ?? new Map<string, string>();
          wanted.set(what, names.set(name.toLowerCase(), name));
        }
        const { line: number, name, id: recordId } = line;
        for (const what of faults.length === 0 ? (line.warnings ?? []) : [])
          warned.set(what, [...(warned.get(what) ?? []), number]);
        return { line: number, state: faults.length > 0 ? 'fault' : stateOf(line), faults, name, recordId };
      });
      await writeLines(database, id, results);
    }
    over = true;
  } finally {
    const all = [...wanted].map(([what, names]) => ({
      what,
      names: [...names.values()].slice(0, SHOWN),
      total: names.size,
    }));
    const looks = [...warned].map(([what, lines]) => ({ what, lines: lines.slice(0, SHOWN), total: lines.length }));
    await endCheck(database, id, over ? { wanted: all, warned: looks } : null);
  }
}

/** What a line without faults comes to. */
export function stateOf({ id, before, after, wants }: ResolvedLine): 'create' | 'update' | 'same' {
  if (id === null) return 'create';
  return before !== null && wants.length === 0 && says(after, before) ? 'same' : 'update';
}
