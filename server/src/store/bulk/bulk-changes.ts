import { type Fault, fault } from '@milepost/contract/fault';
import { MAX_BULK_RECORDS } from '@milepost/contract/bulk-kinds';
import type { ChangedRow } from '@milepost/contract/bulk-change';
import { AppError } from '../../errors.ts';
import type { Actor } from '../audit/audit.ts';
import { withConflicts } from '../conflicts.ts';
import { type Database, inTransaction, type Queryable } from '../database.ts';
import type { Viewer } from '../files/records.ts';
import { onlyRow } from '../rows.ts';
import type { Scope } from '../scope.ts';
import type { BulkKind, Patch, Shown } from './bulk-kind.ts';

/** The most records that are tried for the preview, or listed as refused. */
const MAX_SHOWN = 100;

export interface Wanted<Field extends string> {
  ids: readonly number[];
  field: Field;
  value: Shown;
}

interface Entry {
  id: number;
  version: number;
  before: Patch;
}

interface Outcome<Published> {
  row: ChangedRow;
  /** Null if nothing changed. */
  changed: { entry: Entry; published: Published } | null;
}

/** Thrown to roll back a trial. */
class TriedOnly extends Error {}

/** Tries a change with the first records, and rolls it back. */
export async function previewBulk<Field extends string, Published>(
  database: Database,
  viewer: Viewer,
  actor: Actor,
  kind: BulkKind<Field, Published>,
  wanted: Wanted<Field>,
): Promise<{ rows: ChangedRow[]; total: number }> {
  checkCount(wanted.ids);
  const rows: ChangedRow[] = [];
  try {
    await inTransaction(database, async (db) => {
      for (const id of inOrder(wanted.ids.slice(0, MAX_SHOWN))) {
        rows.push((await changeOne(db, viewer, actor, kind, id, wanted)).row);
      }
      throw new TriedOnly();
    });
  } catch (error) {
    if (!(error instanceof TriedOnly)) throw error;
  }
  const places = new Map(wanted.ids.map((id, place) => [id, place]));
  const placeOf = ({ id }: ChangedRow) => places.get(id) ?? 0;
  return { rows: rows.toSorted((a, b) => placeOf(a) - placeOf(b)), total: wanted.ids.length };
}

/** Changes a field of all records in one transaction; refused records stay as they are. */
export function changeBulk<Field extends string, Published>(
  database: Database,
  viewer: Viewer,
  actor: Actor & { userId: number },
  kind: BulkKind<Field, Published>,
  wanted: Wanted<Field>,
) {
  checkCount(wanted.ids);
  return inTransaction(database, async (db) => {
    const outcomes: Outcome<Published>[] = [];
    for (const id of inOrder(wanted.ids)) {
      outcomes.push(await changeOne(db, viewer, actor, kind, id, wanted));
    }
    const changes = outcomes.flatMap(({ changed }) => changed ?? []);
    const entries = changes.map(({ entry }) => entry);
    const refused = outcomes.flatMap(({ row: { id, name, fault: why } }) =>
      why === null ? [] : [{ id, name, fault: why }],
    );
    return {
      id: entries.length === 0 ? null : await storeEntries(db, viewer.scope, actor.userId, kind.kind, entries),
      changed: entries.length,
      same: outcomes.length - entries.length - refused.length,
      refused: refused.slice(0, MAX_SHOWN),
      refusedTotal: refused.length,
      events: changes.map(({ published: events }) => events),
    };
  });
}

/**
 * Restores the values before a change by this person. Records that were changed since are left alone.
 * @throws AppError `not-found` for the change of somebody else, or one that was already undone
 */
export function undoBulk<Field extends string, Published>(
  database: Database,
  viewer: Viewer,
  actor: Actor & { userId: number },
  kind: BulkKind<Field, Published>,
  id: number,
) {
  return inTransaction(database, async (db) => {
    const { rows } = await db.query<{ entries: Entry[] }>(
      `UPDATE bulk_changes SET undone_at = now()
       WHERE id = $1 AND user_id = $2 AND kind = $3 AND organisation_id = ANY($4) AND undone_at IS NULL RETURNING entries`,
      [id, actor.userId, kind.kind, viewer.scope.organisationIds],
    );
    const [change] = rows;
    if (!change) throw new AppError('not-found', 'no-bulk-change');
    const retained: { id: number; name: string; version: number }[] = [];
    const restored: Published[] = [];
    for (const entry of change.entries) {
      const now = await kind.read(db, viewer, entry.id).catch(orNull);
      if (now === null) continue;
      const done =
        now.version === entry.version
          ? await orRefused(db, () => kind.restore(db, viewer, actor, entry.id, entry.before))
          : null;
      // A value that cannot be restored, such as a deleted group, is treated like a later change.
      if (done === null || 'refused' in done) retained.push({ id: entry.id, name: now.name, version: now.version });
      else restored.push(done.published);
    }
    return {
      restored: restored.length,
      kept: retained.slice(0, MAX_SHOWN),
      keptTotal: retained.length,
      events: restored,
    };
  });
}

/** The records in the order of their ids, like in all bulk changes, to avoid deadlocks. */
const inOrder = (ids: readonly number[]) => [...ids].toSorted((a, b) => a - b);

function checkCount(ids: readonly number[]): void {
  if (ids.length > MAX_BULK_RECORDS) throw new AppError('invalid', fault('choose-at-most', { most: MAX_BULK_RECORDS }));
}

function orNull(error: unknown): null {
  if (error instanceof AppError && error.code === 'not-found') return null;
  throw error;
}

async function changeOne<Field extends string, Published>(
  db: Queryable,
  viewer: Viewer,
  actor: Actor,
  kind: BulkKind<Field, Published>,
  id: number,
  { field, value }: Wanted<Field>,
): Promise<Outcome<Published>> {
  const before = await kind.read(db, viewer, id);
  const patch = kind.patchOf(before.values, field, value);
  const former = fieldsOf(before.values, patch);
  const shown = kind.show(before.values, field);
  const row = { id, name: before.name, before: shown, after: shown, fault: null };
  if (isSame(former, patch)) return { row, changed: null };
  const done = await orRefused(db, () => kind.write(db, viewer, actor, id, patch));
  if ('refused' in done) return { row: { ...row, fault: faultOf(done.refused) }, changed: null };
  const after = await kind.read(db, viewer, id);
  // The record does not use the field, such as the severity of a geofence without alarms.
  if (isSame(former, fieldsOf(after.values, patch))) return { row, changed: null };
  return {
    row: { ...row, after: kind.show(after.values, field) },
    changed: { entry: { id, version: after.version, before: former }, published: done.published },
  };
}

/** The result of a write, or why it was refused; a refused write is rolled back. */
async function orRefused<Published>(
  db: Queryable,
  write: () => Promise<Published>,
): Promise<{ published: Published } | { refused: AppError }> {
  await db.query('SAVEPOINT bulk');
  try {
    const events = await withConflicts(write);
    await db.query('RELEASE SAVEPOINT bulk');
    return { published: events };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    await db.query('ROLLBACK TO SAVEPOINT bulk');
    return { refused: error };
  }
}

const fieldsOf = (values: Patch, patch: Patch): Patch =>
  Object.fromEntries(Object.keys(patch).map((key) => [key, values[key] ?? null]));
const isSame = (a: Patch, b: Patch) => JSON.stringify(a) === JSON.stringify(b);
const faultOf = (error: AppError): Fault => Object.values(error.fields ?? {})[0] ?? error.fault;

async function storeEntries(db: Queryable, scope: Scope, userId: number, kind: string, entries: readonly Entry[]) {
  const made = await db.query<{ id: number }>(
    'INSERT INTO bulk_changes (organisation_id, user_id, kind, entries) VALUES ($1, $2, $3, $4) RETURNING id',
    [scope.organisationId, userId, kind, JSON.stringify(entries)],
  );
  return onlyRow(made).id;
}
