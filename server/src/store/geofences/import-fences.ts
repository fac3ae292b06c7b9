import { AppError } from '../../errors.ts';
import type { Actor } from '../audit/audit.ts';
import { type Database, inTransaction } from '../database.ts';
import { organisationOf, type Scope } from '../scope.ts';
import { auditFences } from './audit-fences.ts';
import { checkFenceQuota } from './fence-quota.ts';
import { type FenceAlarms, putFenceRules } from './fence-rules.ts';
import { type FenceFields, insertFence } from './write-fence.ts';

export interface ImportPart {
  fences: readonly (Omit<FenceFields, 'vehicleIds' | 'groupIds'> & FenceAlarms)[];
  organisationId?: number | undefined;
  /** The ids of earlier parts that waited for this one. */
  earlier: readonly number[];
  /** Another part follows: until then, this one stays invisible. */
  more: boolean;
}

/**
 * Adds many geofences; those of earlier parts become visible with the last, in the same transaction.
 * @throws AppError `conflict` if a part is missing
 */
export function importFences(
  database: Database,
  scope: Scope,
  actor: Actor,
  { fences, organisationId: requestedId, earlier, more }: ImportPart,
): Promise<{ ids: number[]; organisationId: number }> {
  return inTransaction(database, async (db) => {
    const organisationId = organisationOf(scope, requestedId);
    const ids: number[] = [];
    for (const fence of fences) {
      const fields = { ...fence, vehicleIds: [], groupIds: [] };
      const id = await insertFence(db, organisationId, fields, more ? 'when the import is whole' : 'now');
      ids.push(id);
      if (fence.alarmEnter || fence.alarmExit || fence.alarmDwellS !== null) {
        await putFenceRules(db, organisationId, id, fields, fence);
      }
    }
    await checkFenceQuota(db, organisationId);
    if (more) {
      await db.query(`UPDATE alarm_rules SET deleted_at = 'infinity' WHERE fence_id = ANY($1)`, [ids]);
      return { ids, organisationId };
    }
    const { rowCount } = await db.query(
      `UPDATE geofences SET deleted_at = NULL, created_at = now() WHERE id = ANY($1) AND organisation_id = $2
       AND deleted_at = 'infinity'`,
      [earlier, organisationId],
    );
    if (rowCount !== new Set(earlier).size) throw new AppError('conflict', 'import-incomplete');
    await db.query(`UPDATE alarm_rules SET deleted_at = NULL WHERE fence_id = ANY($1) AND deleted_at = 'infinity'`, [
      earlier,
    ]);
    // Deletes imports that a browser never finished.
    await db.query(
      `DELETE FROM geofences WHERE deleted_at = 'infinity' AND organisation_id = $1
       AND created_at < now() - interval '1 day'`,
      [organisationId],
    );
    const all = [...earlier, ...ids];
    await auditFences(db, actor, 'create', 'after', all);
    return { ids: all, organisationId };
  });
}
