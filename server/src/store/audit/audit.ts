import type { AuditSubject } from '@milepost/contract/audit-subjects';
import { snapshotOf, type Subject } from './audit-subjects.ts';
import { nameOfSubject } from './subjects.ts';
import type { Queryable } from '../database.ts';

/** The author of a change; all null for the server itself. */
export interface Actor {
  userId: number | null;
  username: string | null;
  address: string | null;
}

export type Values = Record<string, unknown>;

interface Entry {
  organisationId: number;
  subject: AuditSubject;
  subjectId: number;
  /** The name of the subject; if left out, it is read from the values, if there are any. */
  name?: string | null;
  action: string;
  before: Values | null;
  after: Values | null;
}

/**
 * Runs a change and writes it to the audit log with the changed values, atomically: `db` must be in a transaction.
 * Unchanged records are not logged.
 * @param id the changed record; null if `work` creates it
 * @param work returns the id of the changed record
 */
export async function audited(
  db: Queryable,
  actor: Actor,
  { subject, id, action }: { subject: Subject; id: number | null; action: string },
  work: () => Promise<number>,
): Promise<number> {
  const before = id === null ? null : await snapshot(db, subject, id);
  const subjectId = await work();
  const after = await snapshot(db, subject, subjectId);
  const organisationId = after?.organisationId ?? before?.organisationId;
  if (organisationId === undefined)
    throw new Error(`${subject} ${subjectId} existed neither before nor after the change`);
  const changed = difference(before?.value ?? null, after?.value ?? null);
  const name = nameIn(subject, after?.value ?? before?.value);
  if (changed) await record(db, actor, { organisationId, subject, subjectId, name, action, ...changed });
  return subjectId;
}

/** The name of a save action in the audit log: with an id, the record already exists. */
export function saving<Of extends Subject>(subject: Of, id: number | undefined) {
  return { subject, id: id ?? null, action: id === undefined ? 'create' : 'change' };
}

/** Writes an entry without values, such as for a new password. */
export async function record(db: Queryable, actor: Actor, entry: Entry): Promise<void> {
  const name = entry.name === undefined ? await nameOf(db, entry) : entry.name;
  await db.query(
    `INSERT INTO audit_log (organisation_id, user_id, username, address, subject, subject_id, subject_name, action,
       before, after)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      entry.organisationId,
      actor.userId,
      actor.username,
      actor.address,
      entry.subject,
      String(entry.subjectId),
      name,
      entry.action,
      entry.before,
      entry.after,
    ],
  );
}

/**
 * Writes what a person did with the server itself, such as starting a backup, to the log of the root organisation.
 * @param values the parameters
 */
export async function recordOfServer(db: Queryable, actor: Actor, action: string, values: Values): Promise<void> {
  const { rows } = await db.query<{ id: number }>(
    'SELECT id FROM organisations WHERE parent_id IS NULL ORDER BY id LIMIT 1',
  );
  const [root] = rows;
  if (!root) return;
  const entry = { organisationId: root.id, subject: 'server', subjectId: 0, name: null } as const;
  await record(db, actor, { ...entry, action, before: null, after: values });
}

export function nameIn(subject: Subject, values: Values | undefined): string | null {
  const name = values?.[nameOfSubject(subject)];
  return typeof name === 'string' ? name : null;
}

async function nameOf(db: Queryable, { subject, subjectId }: Entry): Promise<string | null> {
  if (subject === 'session' || subject === 'alarm' || subject === 'export' || subject === 'server') return null;
  return nameIn(subject, (await snapshot(db, subject, subjectId))?.value);
}

async function snapshot(db: Queryable, subject: Subject, id: number) {
  const { rows } = await db.query<{ organisationId: number; value: Values }>(snapshotOf(subject), [id]);
  return rows[0] ?? null;
}

/** The changed values; for a new or deleted record, all that are set. Null if nothing changed. */
export function difference(
  before: Values | null,
  after: Values | null,
): { before: Values | null; after: Values | null } | null {
  if (!before || !after) return { before: before && present(before), after: after && present(after) };
  const keys = Object.keys(after).filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]));
  if (keys.length === 0) return null;
  const pick = (values: Values) => Object.fromEntries(keys.map((key) => [key, values[key] ?? null]));
  return { before: pick(before), after: pick(after) };
}

function present(values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
}
