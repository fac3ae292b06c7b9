import { type Fault, fault } from '@milepost/contract/fault';
import { MOST_BULK } from '@milepost/contract/bulk-kinds';
import type { ChangedRow } from '@milepost/contract/bulk-routes';
import { AppError } from '../../errors.ts';
import type { Actor } from '../audit/audit.ts';
import { withConflicts } from '../conflicts.ts';
import { type Database, inTransaction, type Queryable } from '../database.ts';
import { onlyRow } from '../rows.ts';
import type { Scope } from '../scope.ts';
import type { BulkKind, Patch, Shown } from './bulk-kind.ts';

/** So many are tried for the preview, and told of where they are refused. */
const MOST_SHOWN = 100;

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

interface Outcome {
  row: ChangedRow;
  /** Null where nothing changed. */
  entry: Entry | null;
  organisationId: number | null;
}

/** Thrown to take back what was tried. */
class TriedOnly extends Error {}

/** Tries a change with the first records, and takes it back. */
export async function previewBulk<Field extends string>(
  database: Database,
  scope: Scope,
  actor: Actor,
  kind: BulkKind<Field>,
  wanted: Wanted<Field>,
): Promise<{ rows: ChangedRow[]; total: number }> {
  checkCount(wanted.ids);
  const rows: ChangedRow[] = [];
  try {
    await inTransaction(database, async (db) => {
      for (const id of inOrder(wanted.ids.slice(0, MOST_SHOWN))) {
        rows.push((await changeOne(db, scope, actor, kind, id, wanted)).row);
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

/** Changes a field of each record, as one; those that are refused stay as they are. */
export function changeBulk<Field extends string>(
  database: Database,
  scope: Scope,
  actor: Actor & { userId: number },
  kind: BulkKind<Field>,
  wanted: Wanted<Field>,
) {
  checkCount(wanted.ids);
  return inTransaction(database, async (db) => {
    const outcomes: Outcome[] = [];
    for (const id of inOrder(wanted.ids)) {
      outcomes.push(await changeOne(db, scope, actor, kind, id, wanted));
    }
    const entries = outcomes.flatMap(({ entry }) => (entry === null ? [] : [entry]));
    const refused = outcomes.flatMap(({ row: { id, name, fault: why } }) =>
      why === null ? [] : [{ id, name, fault: why }],
    );
    return {
      id: entries.length === 0 ? null : await keepEntries(db, scope, actor.userId, kind.kind, entries),
      changed: entries.length,
      same: outcomes.length - entries.length - refused.length,
      refused: refused.slice(0, MOST_SHOWN),
      refusedTotal: refused.length,
      organisationIds: organisationsOf(outcomes.map(({ organisationId }) => organisationId)),
    };
  });
}

/**
 * Brings back what was before a change of this person. What was changed since is kept.
 * @throws AppError `not-found` for the change of somebody else, or one that is undone
 */
export function undoBulk<Field extends string>(
  database: Database,
  scope: Scope,
  actor: Actor & { userId: number },
  kind: BulkKind<Field>,
  id: number,
) {
  return inTransaction(database, async (db) => {
    const { rows } = await db.query<{ entries: Entry[] }>(
      `UPDATE bulk_changes SET undone_at = now()
       WHERE id = $1 AND user_id = $2 AND kind = $3 AND organisation_id = ANY($4) AND undone_at IS NULL RETURNING entries`,
      [id, actor.userId, kind.kind, scope.organisationIds],
    );
    const [change] = rows;
    if (!change) throw new AppError('not-found', 'no-bulk-change');
    const kept: { id: number; name: string; version: number }[] = [];
    const organisations: number[] = [];
    for (const entry of change.entries) {
      const now = await kind.read(db, scope, entry.id).catch(orNull);
      if (now === null) continue;
      const organisationId =
        now.version === entry.version
          ? await orRefused(db, () => kind.restore(db, scope, actor, entry.id, entry.before))
          : null;
      // What cannot be again, such as a group that is gone, stays as what was changed since does.
      if (organisationId === null || organisationId instanceof AppError) {
        kept.push({ id: entry.id, name: now.name, version: now.version });
      } else organisations.push(organisationId);
    }
    return {
      restored: organisations.length,
      kept: kept.slice(0, MOST_SHOWN),
      keptTotal: kept.length,
      organisationIds: organisationsOf(organisations),
    };
  });
}

/** Records in the order of their ids, as everybody who changes many: nobody waits for one who waits for them. */
const inOrder = (ids: readonly number[]) => [...ids].toSorted((a, b) => a - b);

function checkCount(ids: readonly number[]): void {
  if (ids.length > MOST_BULK) throw new AppError('invalid', fault('choose-at-most', { most: MOST_BULK }));
}

const organisationsOf = (ids: readonly (number | null)[]) => [...new Set(ids.filter((id) => id !== null))];

function orNull(error: unknown): null {
  if (error instanceof AppError && error.code === 'not-found') return null;
  throw error;
}

async function changeOne<Field extends string>(
  db: Queryable,
  scope: Scope,
  actor: Actor,
  kind: BulkKind<Field>,
  id: number,
  { field, value }: Wanted<Field>,
): Promise<Outcome> {
  const before = await kind.read(db, scope, id);
  const patch = kind.patchOf(before.values, field, value);
  const former = Object.fromEntries(Object.keys(patch).map((key) => [key, before.values[key] ?? null]));
  const shown = kind.show(before.values, field);
  const row = { id, name: before.name, before: shown, after: shown, fault: null };
  if (isSame(former, patch)) return { row, entry: null, organisationId: null };
  const organisationId = await orRefused(db, () => kind.write(db, scope, actor, id, patch));
  if (organisationId instanceof AppError) {
    return { row: { ...row, fault: faultOf(organisationId) }, entry: null, organisationId: null };
  }
  const after = await kind.read(db, scope, id);
  const told = { ...row, after: kind.show(after.values, field) };
  return { row: told, entry: { id, version: after.version, before: former }, organisationId };
}

/** What a write answers, or why it was refused, of which nothing is left then. */
async function orRefused<Answer>(db: Queryable, write: () => Promise<Answer>): Promise<Answer | AppError> {
  await db.query('SAVEPOINT bulk');
  try {
    const answer = await withConflicts(write);
    await db.query('RELEASE SAVEPOINT bulk');
    return answer;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    await db.query('ROLLBACK TO SAVEPOINT bulk');
    return error;
  }
}

const isSame = (a: Patch, b: Patch) => JSON.stringify(a) === JSON.stringify(b);
const faultOf = (error: AppError): Fault => Object.values(error.fields ?? {})[0] ?? error.fault;

async function keepEntries(db: Queryable, scope: Scope, userId: number, kind: string, entries: readonly Entry[]) {
  const made = await db.query<{ id: number }>(
    'INSERT INTO bulk_changes (organisation_id, user_id, kind, entries) VALUES ($1, $2, $3, $4) RETURNING id',
    [scope.organisationId, userId, kind, JSON.stringify(entries)],
  );
  return onlyRow(made).id;
}
