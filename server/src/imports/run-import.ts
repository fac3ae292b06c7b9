import type { Actor } from '../store/audit/audit.ts';
import { auditedMany } from '../store/audit/audit-many.ts';
import { type Database, inTransaction, type Queryable } from '../store/database.ts';
import { endImport, type LineResult, noteMade, readLines, writeLines } from '../store/imports/change-imports.ts';
import { lockImport, type StoredImport } from '../store/imports/imports.ts';
import { stateOf } from './check-import.ts';
import type { ImportDescriptor, ResolvedLine, Values, MissingReference } from './import-descriptor.ts';
import { openDescriptor } from './own-fields.ts';
import { parseLine } from './parse-lines.ts';

/** Lines per transaction: progress is visible after each, and after a kill the last one is repeated. */
const BATCH = 500;
const SAVED = { made: 'create', changed: 'change' } as const;

export const actorOf = ({ actorId, actorName }: StoredImport): Actor => ({
  userId: actorId,
  username: actorName,
  address: null,
});

/**
 * Imports the next lines in one transaction. @returns the organisation when there may be more, null when it is finished
 */
export function runBatch(database: Database, id: number): Promise<number | null> {
  return inTransaction(database, async (db) => {
    const stored = await lockImport(db, id);
    if (stored?.state !== 'running') return null;
    const { kind, mode, creates, organisationId, actorId: userId } = stored;
    const descriptor = await openDescriptor(db, organisationId, kind);
    await descriptor.lock(db);
    const lines = await readLines(db, id, { states: ['create', 'update'], most: descriptor.batch ?? BATCH });
    if (lines.length === 0) {
      await endImport(db, id, 'done');
      return null;
    }
    const parsed = lines.map((line) => parseLine(stored, descriptor, line));
    // Much may have changed since the trial, so the lines are resolved again.
    const resolved = await descriptor.resolve(db, { organisationId, userId, mode, creates, streets: null }, parsed);
    const good = resolved.filter(({ faults }) => faults.length === 0);
    const filled = await createWanted(db, stored, descriptor, good);
    const changing = filled.filter((line) => stateOf(line) !== 'same');
    const ids = await write(db, stored, descriptor, changing);
    const now = await descriptor.read(db, organisationId, ids);
    const results = resolved.map((line): LineResult => {
      const { faults, name, before } = line;
      if (faults.length > 0) return { line: line.line, state: 'fault', faults, name };
      const recordId = ids[changing.findIndex((one) => one.line === line.line)] ?? line.id;
      const after = recordId === null ? undefined : now.get(recordId);
      const state = stateOf(line) === 'same' ? 'same' : before === null ? 'created' : 'updated';
      return { line: line.line, state, name, recordId, before, ...(after && { after }) };
    });
    await writeLines(db, id, results);
    return organisationId;
  });
}

const keyOf = ({ what, name }: MissingReference) => `${what} ${name.toLowerCase()}`;

/**
 * Adds the ids of the records that lines refer to; missing records are created, once for all lines that refer to them.
 */
async function createWanted(
  db: Queryable,
  stored: StoredImport,
  descriptor: ImportDescriptor,
  lines: readonly ResolvedLine[],
): Promise<ResolvedLine[]> {
  const wants = Map.groupBy(
    lines.flatMap((line) => line.wants),
    ({ what }) => what,
  );
  if (wants.size === 0) return [...lines];
  const made: Record<string, number[]> = { ...stored.made };
  const ids = new Map<string, number>();
  for (const [what, all] of wants) {
    const once = [...new Map(all.map((want) => [keyOf(want), want])).values()];
    const names = once.map(({ name }) => name);
    const created = await descriptor.create(db, actorOf(stored), stored.organisationId, what, names);
    for (const [index, want] of once.entries()) ids.set(keyOf(want), created[index] ?? 0);
    made[what] = [...(made[what] ?? []), ...created];
  }
  await noteMade(db, stored.id, made);
  return lines.map((line) => {
    const links = line.wants.map((want) => [want.into, ids.get(keyOf(want)) ?? 0] as const);
    return { ...line, after: { ...line.after, ...Object.fromEntries(links) }, wants: [] };
  });
}

async function write(
  db: Queryable,
  stored: StoredImport,
  descriptor: ImportDescriptor,
  lines: readonly { id: number | null; before: Values | null; after: Values }[],
): Promise<number[]> {
  if (lines.length === 0) return [];
  const { subject } = descriptor;
  const there = lines.flatMap(({ id }) => (id === null ? [] : [id]));
  return auditedMany(db, actorOf(stored), { subject, ids: there, actions: SAVED }, () =>
    descriptor.write(db, actorOf(stored), stored.organisationId, lines),
  );
}
