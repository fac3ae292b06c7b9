import type { Actor } from '../audit/audit.ts';
import { snapshotOf } from '../audit/audit-subjects.ts';
import type { Queryable } from '../database.ts';

/**
 * Writes to the audit log, in one statement, that geofences were added or deleted; runs in the transaction while they
 * exist.
 * @param side the column of their values: `before` for deleted ones, `after` for new ones
 */
export async function auditFences(
  db: Queryable,
  actor: Actor,
  action: 'create' | 'delete' | 'restore',
  side: 'before' | 'after',
  ids: readonly number[],
): Promise<void> {
  const snapshot = snapshotOf('fence').replace('$1', 'each.id');
  await db.query(
    `INSERT INTO audit_log (organisation_id, user_id, username, address, subject, subject_id, action, ${side})
     SELECT s."organisationId", $2, $3, $4, 'fence', each.id::text, $5, jsonb_strip_nulls(s.value)
     FROM unnest($1::int[]) AS each(id), LATERAL (${snapshot}) s`,
    [ids, actor.userId, actor.username, actor.address, action],
  );
}
