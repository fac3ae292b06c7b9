import type { PlainCode } from '@milepost/contract/fault';
import { fieldError } from '../../errors.ts';
import { clearRuleAlarms, type ClearedAlarm } from '../alarm-rules/clear-rule-alarms.ts';
import { type Actor, audited, saving } from '../audit/audit.ts';
import { type Database, inTransaction, type Queryable } from '../database.ts';
import { organisationOf, type Scope } from '../scope.ts';
import { checkVersion } from '../versions.ts';
import { auditFences } from './audit-fences.ts';
import { clearFenceAlarms, endVisits } from './end-fences.ts';
import { checkFenceQuota } from './fence-quota.ts';
import { noFence } from './fence-rows.ts';
import { getFence } from './fences.ts';
import { type FenceAlarms, putFenceRules } from './fence-rules.ts';
import { type FenceFields, insertFence, updateFence } from './write-fence.ts';

/** The effects of a change of geofences, to be published after the commit. */
export interface ChangedFences {
  organisationIds: number[];
  cleared: ClearedAlarm[];
}

export interface FenceChange extends FenceFields, FenceAlarms {
  id?: number | undefined;
  organisationId?: number | undefined;
  version?: number | undefined;
}

/**
 * Adds or changes a geofence with its rules; alarms of kinds that were disabled in its form are cleared.
 * @throws AppError `conflict` if somebody else saved it meanwhile
 */
export function saveFence(
  database: Database,
  scope: Scope,
  actor: Actor,
  input: FenceChange,
): Promise<ChangedFences & { id: number }> {
  return inTransaction(database, async (db) => {
    const organisationId =
      input.id === undefined
        ? organisationOf(scope, input.organisationId)
        : (await lockFence(db, scope, input.id)).organisationId;
    if (input.id !== undefined) await checkVersion(db, 'fence', input.id, input.version);
    await checkHolders(db, organisationId, input);
    const cleared: ClearedAlarm[] = [];
    const id = await audited(db, actor, saving('fence', input.id), async () => {
      const fenceId = input.id ?? (await insertFence(db, organisationId, input));
      if (input.id !== undefined) await updateFence(db, fenceId, input);
      for (const ruleId of await putFenceRules(db, organisationId, fenceId, input, input)) {
        cleared.push(...(await clearRuleAlarms(db, actor, ruleId, 'all', 'geofenceAlarmOff')));
      }
      return fenceId;
    });
    await checkFenceQuota(db, organisationId);
    return { id, organisationIds: [organisationId], cleared };
  });
}

/** The fields of a geofence for bulk changes; none of them affects its shape or its vehicles. */
export type FenceDetails = Partial<
  Pick<FenceFields, 'description' | 'colour' | 'speedLimitKph' | 'betweenFixes'> & FenceAlarms
>;

/**
 * Sets fields of a geofence. Its rules are only written if an alarm field changes, so that a rule disabled elsewhere
 * stays disabled.
 * @throws AppError `not-found`
 */
export async function setFenceDetails(
  db: Queryable,
  scope: Scope,
  actor: Actor,
  id: number,
  details: FenceDetails,
): Promise<ChangedFences> {
  const { organisationId } = await lockFence(db, scope, id);
  const fence = { ...(await getFence(db, scope, id)), ...details };
  const cleared: ClearedAlarm[] = [];
  await audited(db, actor, saving('fence', id), async () => {
    await updateFence(db, id, fence);
    const gone = Object.keys(details).some((field) => field.startsWith('alarm'))
      ? await putFenceRules(db, organisationId, id, fence, fence)
      : [];
    for (const ruleId of gone) {
      cleared.push(...(await clearRuleAlarms(db, actor, ruleId, 'all', 'geofenceAlarmOff')));
    }
    return id;
  });
  return { organisationIds: [organisationId], cleared };
}

/** Locks the row of a geofence until the transaction ends. @throws AppError `not-found` */
export async function lockFence(
  db: Queryable,
  scope: Scope,
  id: number,
): Promise<{ organisationId: number; version: number }> {
  const { rows } = await db.query<{ organisationId: number; version: number }>(
    `SELECT organisation_id AS "organisationId", version FROM geofences WHERE id = $1 AND organisation_id = ANY($2) AND deleted_at IS NULL FOR UPDATE`,
    [id, scope.organisationIds],
  );
  if (!rows[0]) throw noFence();
  return rows[0];
}

/** Vehicles and groups must belong to the geofence's own organisation, as it applies to no others. */
async function checkHolders(db: Queryable, organisationId: number, input: FenceFields): Promise<void> {
  const { rows } = await db.query<{ vehicles: number; groups: number }>(
    `SELECT (SELECT count(*)::int FROM vehicles
             WHERE id = ANY($1) AND organisation_id = $3 AND deleted_at IS NULL) AS vehicles,
            (SELECT count(*)::int FROM vehicle_groups WHERE id = ANY($2) AND organisation_id = $3) AS groups`,
    [input.vehicleIds, input.groupIds, organisationId],
  );
  if (rows[0]?.vehicles !== new Set(input.vehicleIds).size) {
    throw invalid('vehicleIds', 'foreign-vehicle');
  }
  if (rows[0].groups !== new Set(input.groupIds).size) {
    throw invalid('groupIds', 'foreign-group');
  }
}

const invalid = (field: string, code: PlainCode) => fieldError('invalid', { [field]: code });

/**
 * Hides geofences with their consequences: open visits end now, active alarms about them are cleared with an entry in
 * their history, and their rules stop.
 * @throws AppError `not-found` if none of them is in the scope
 */
export function deleteFences(
  database: Database,
  scope: Scope,
  actor: Actor,
  ids: readonly number[],
): Promise<ChangedFences & { deleted: number }> {
  return inTransaction(database, async (db) => {
    const { rows } = await db.query<{ id: number; organisationId: number }>(
      `SELECT id, organisation_id AS "organisationId" FROM geofences
       WHERE id = ANY($1) AND organisation_id = ANY($2) AND deleted_at IS NULL ORDER BY id FOR UPDATE`,
      [ids, scope.organisationIds],
    );
    if (rows.length === 0) throw noFence();
    const found = rows.map(({ id }) => id);
    await auditFences(db, actor, 'delete', 'before', found);
    await endVisits(db, found);
    const cleared = await clearFenceAlarms(db, actor, found, 'geofenceDeleted');
    // Geofences and their rules get the same time of deletion, by which restoring finds the rules that were deleted
    // with their geofence.
    await db.query('UPDATE geofences SET deleted_at = now() WHERE id = ANY($1)', [found]);
    await db.query('UPDATE alarm_rules SET deleted_at = now() WHERE fence_id = ANY($1) AND deleted_at IS NULL', [
      found,
    ]);
    return { deleted: rows.length, organisationIds: organisationsOf(rows), cleared };
  });
}

/** Undoes `deleteFences`, including rules. @throws AppError `not-found` if none of them is in the scope and deleted */
export function restoreFences(
  database: Database,
  scope: Scope,
  actor: Actor,
  ids: readonly number[],
): Promise<ChangedFences & { restored: number }> {
  return inTransaction(database, async (db) => {
    const { rows } = await db.query<{ id: number; organisationId: number }>(
      `WITH gone AS (SELECT id, deleted_at FROM geofences WHERE id = ANY($1) AND organisation_id = ANY($2)
                     AND deleted_at IS NOT NULL AND deleted_at <> 'infinity' FOR UPDATE),
            rules AS (UPDATE alarm_rules r SET deleted_at = NULL, holds_since = now() FROM gone
                      WHERE r.fence_id = gone.id AND r.deleted_at = gone.deleted_at)
       UPDATE geofences g SET deleted_at = NULL FROM gone WHERE g.id = gone.id
       RETURNING g.id, g.organisation_id AS "organisationId"`,
      [ids, scope.organisationIds],
    );
    if (rows.length === 0) throw noFence();
    const found = rows.map(({ id }) => id);
    for (const organisationId of organisationsOf(rows)) await checkFenceQuota(db, organisationId);
    await auditFences(db, actor, 'restore', 'after', found);
    return { restored: rows.length, organisationIds: organisationsOf(rows), cleared: [] };
  });
}

const organisationsOf = (rows: readonly { organisationId: number }[]) => [
  ...new Set(rows.map(({ organisationId }) => organisationId)),
];
