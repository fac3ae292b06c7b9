import { fault } from '@milepost/contract/fault';
import { fieldError } from '../../errors.ts';
import { type Actor, audited } from '../audit/audit.ts';
import { type Database, inTransaction } from '../database.ts';
import type { Scope } from '../scope.ts';
import { noFence } from './fence-rows.ts';

/** The most tags of a geofence. */
const MAX_TAGS = 12;

/**
 * Adds tags to geofences and removes others.
 * @throws AppError `not-found` if none is in the scope, `invalid` if one would have too many
 */
export function tagFences(
  database: Database,
  scope: Scope,
  actor: Actor,
  { ids, add, remove }: { ids: readonly number[]; add: readonly string[]; remove: readonly string[] },
): Promise<void> {
  return inTransaction(database, async (db) => {
    const { rows } = await db.query<{ id: number; name: string; tags: string[] }>(
      `SELECT id, name, tags FROM geofences
       WHERE id = ANY($1) AND organisation_id = ANY($2) AND deleted_at IS NULL ORDER BY id FOR UPDATE`,
      [ids, scope.organisationIds],
    );
    if (rows.length === 0) throw noFence();
    for (const { id, name, tags } of rows) {
      const next = [...new Set([...tags.filter((tag) => !remove.includes(tag)), ...add])];
      if (next.length > MAX_TAGS) {
        throw fieldError('invalid', { add: fault('most-tags', { name, most: MAX_TAGS }) });
      }
      if (next.join('\0') === tags.join('\0')) continue;
      await audited(db, actor, { subject: 'fence', id, action: 'change' }, async () => {
        await db.query('UPDATE geofences SET tags = $2, updated_at = now(), version = version + 1 WHERE id = $1', [
          id,
          next,
        ]);
        return id;
      });
    }
  });
}
