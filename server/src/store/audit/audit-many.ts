import { type Actor, difference, nameIn, type Values } from './audit.ts';
import { snapshotOf, type Subject } from './audit-subjects.ts';
import type { Queryable } from '../database.ts';

type Snapshots = Map<number, { organisationId: number; value: Values }>;

async function snapshots(db: Queryable, subject: Subject, ids: readonly number[]): Promise<Snapshots> {
  if (ids.length === 0) return new Map();
  // Looked up by key one by one: with a plain join, the planner scans recently grown tables fully.
  const { rows } = await db.query<{ id: number; organisationId: number; value: Values }>(
    `SELECT wanted.id, found.* FROM unnest($1::int[]) AS wanted(id)
     CROSS JOIN LATERAL (${snapshotOf(subject).replaceAll('$1', 'wanted.id')} OFFSET 0) found`,
    [ids],
  );
  return new Map(rows.map(({ id, organisationId, value }) => [id, { organisationId, value }]));
}

/**
 * Like `audited`, for many records: writes an entry for each that changed, in a transaction.
 * @param ids the records that exist before
 * @param work returns the ids of all changed or created records
 */
export async function auditedMany(
  db: Queryable,
  actor: Actor,
  { subject, ids, actions }: { subject: Subject; ids: readonly number[]; actions: { made: string; changed: string } },
  work: () => Promise<number[]>,
): Promise<number[]> {
  const before = await snapshots(db, subject, ids);
  const changed = await work();
  const after = await snapshots(db, subject, changed);
  const entries = changed.flatMap((id) => {
    const [was, is] = [before.get(id), after.get(id)];
    const organisationId = is?.organisationId ?? was?.organisationId;
    const differs = difference(was?.value ?? null, is?.value ?? null);
    if (organisationId === undefined || differs === null) return [];
    const name = nameIn(subject, is?.value ?? was?.value);
    return [{ id, organisationId, name, action: was ? actions.changed : actions.made, ...differs }];
  });
  if (entries.length > 0) {
    await db.query(
      `INSERT INTO audit_log (organisation_id, user_id, username, address, subject, subject_id, subject_name, action,
         before, after)
       SELECT e."organisationId", $2, $3, $4, $5, e.id::text, e.name, e.action, e.before, e.after
       FROM jsonb_to_recordset($1) AS e("organisationId" int, id int, name text, action text, before jsonb, after jsonb)`,
      [JSON.stringify(entries), actor.userId, actor.username, actor.address, subject],
    );
  }
  return changed;
}
