import { auditedMany } from '../store/audit/audit-many.ts';
import { type Database, inTransaction, type Queryable } from '../store/database.ts';
import { endImport, type LineResult, readLines, type StoredLine, writeLines } from '../store/imports/change-imports.ts';
import { lockImport, type StoredImport } from '../store/imports/imports.ts';
import { type ImportDescriptor, isSubset, type Values, type WrittenLine } from './import-descriptor.ts';
import { IMPORT_DESCRIPTORS } from './kinds.ts';
import { actorOf } from './run-import.ts';

const BATCH = 500;
const REMOVED = { made: 'create', changed: 'delete' } as const;
const PUT_BACK = { made: 'create', changed: 'change' } as const;

type Undone = StoredLine & { recordId: number; after: Values };
const isUndone = (line: StoredLine): line is Undone => line.recordId !== null && line.after !== null;

/**
 * Undoes the last imported lines in one transaction. A record that differs from what the import left, or has been used
 * since, is kept. @returns the organisation when there may be more, null when it is finished
 */
export function undoBatch(database: Database, id: number): Promise<number | null> {
  return inTransaction(database, async (db) => {
    const stored = await lockImport(db, id);
    if (stored?.state !== 'undoing') return null;
    const { kind, organisationId } = stored;
    const descriptor: ImportDescriptor = IMPORT_DESCRIPTORS[kind];
    await descriptor.lock(db);
    const lines = await readLines(db, id, {
      states: ['created', 'updated'],
      backwards: true,
      most: descriptor.batch ?? BATCH,
    });
    if (lines.length === 0) {
      for (const [what, ids] of Object.entries(stored.made)) {
        await descriptor.removeMade(db, actorOf(stored), organisationId, what, ids);
      }
      await endImport(db, id, 'undone');
      return null;
    }
    const retained = await findRetained(db, organisationId, descriptor, lines.filter(isUndone));
    const undone = lines.filter(isUndone).filter(({ recordId }) => !retained.has(recordId));
    await remove(
      db,
      stored,
      descriptor,
      undone.filter(({ before }) => before === null),
    );
    await putBack(
      db,
      stored,
      descriptor,
      undone.filter(({ before }) => before !== null),
    );
    const gone = new Set(undone.map(({ line }) => line));
    await writeLines(
      db,
      id,
      lines.map(({ line }): LineResult => ({ line, state: gone.has(line) ? 'undone' : 'kept' })),
    );
    return organisationId;
  });
}

/** Records that somebody has changed or used since, and those that cannot be restored. */
async function findRetained(
  db: Queryable,
  organisationId: number,
  descriptor: ImportDescriptor,
  lines: readonly Undone[],
): Promise<Set<number>> {
  const now = await descriptor.read(
    db,
    organisationId,
    lines.map(({ recordId }) => recordId),
  );
  const changed = lines.filter(({ recordId, after }) => !isSubset(after, now.get(recordId) ?? {}));
  const created = lines.filter(({ before }) => before === null);
  const used = await descriptor.used(
    db,
    created.map(({ recordId }) => recordId),
  );
  const stuck = await descriptor.stuck(
    db,
    lines.flatMap((line) => backOf(line, now)),
  );
  return new Set([...changed.map(({ recordId }) => recordId), ...used, ...stuck]);
}

/** The reverse of an update: `before` becomes its value again. */
function backOf({ recordId, before }: Undone, now: ReadonlyMap<number, Values>): WrittenLine[] {
  const current = now.get(recordId);
  return before === null || current === undefined ? [] : [{ id: recordId, before, after: current }];
}

async function remove(db: Queryable, stored: StoredImport, descriptor: ImportDescriptor, lines: readonly Undone[]) {
  if (lines.length === 0) return;
  const ids = lines.map(({ recordId }) => recordId);
  await auditedMany(db, actorOf(stored), { subject: descriptor.subject, ids, actions: REMOVED }, async () => {
    await descriptor.remove(db, ids);
    return ids;
  });
}

async function putBack(db: Queryable, stored: StoredImport, descriptor: ImportDescriptor, lines: readonly Undone[]) {
  if (lines.length === 0) return;
  const ids = lines.map(({ recordId }) => recordId);
  await auditedMany(db, actorOf(stored), { subject: descriptor.subject, ids, actions: PUT_BACK }, () =>
    descriptor.write(
      db,
      actorOf(stored),
      stored.organisationId,
      lines.map(({ recordId, before, after }) => ({ id: recordId, before: after, after: before ?? after })),
    ),
  );
}
