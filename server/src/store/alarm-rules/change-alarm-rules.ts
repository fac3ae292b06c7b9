import { fault } from '@milepost/contract/fault';
import type { AlarmChannels } from '@milepost/contract/alarm-rule-operations';
import type { ParsedInput } from '@milepost/contract/operation';
import type { Operations } from '@milepost/contract/operations';
import { AppError, fieldError } from '../../errors.ts';
import { type Actor, audited } from '../audit/audit.ts';
import { type Database, inTransaction, type Queryable } from '../database.ts';
import { onlyRow } from '../rows.ts';
import { andOwnRule, organisationOf, type Scope } from '../scope.ts';
import { checkVersion } from '../versions.ts';
import { watchesAlarms } from '../alarm-delivery/alarm-watchers.ts';
import { checkRule } from './check-rule.ts';
import { type ClearedAlarm, clearRuleAlarms } from './clear-rule-alarms.ts';
import { noRule } from './list-alarm-rules.ts';
import { holdsSince } from './holds-since.ts';

type RuleInput = ParsedInput<Operations['save-alarm-rule']>;

const MAX_RULES = 500;

/** A changed rule, for notifications after the commit. */
export interface ChangedRule {
  id: number;
  organisationIds: number[];
  cleared: ClearedAlarm[];
}

/**
 * Adds or changes a rule. Its organisation cannot change.
 * @throws AppError `not-found`, `invalid` at the field, `conflict` if somebody else saved it meanwhile
 */
export const saveAlarmRule = (database: Database, scope: Scope, actor: Actor, input: RuleInput): Promise<ChangedRule> =>
  inTransaction(database, (db) => saveAlarmRuleIn(db, scope, actor, input));

/** The same in the caller's transaction. */
export async function saveAlarmRuleIn(
  db: Queryable,
  scope: Scope,
  actor: Actor,
  input: RuleInput,
): Promise<ChangedRule> {
  const known = input.id === undefined ? null : await lockRule(db, scope, input.id);
  if (input.id !== undefined) await checkVersion(db, 'alarm-rule', input.id, input.version);
  if (input.command !== null) await checkSender(db, actor);
  const organisationId = known?.organisationId ?? organisationOf(scope, input.organisationId);
  const { vehicleIds, groupIds } = await checkRule(db, scope, organisationId, input);
  const channels = await checkedChannels(db, scope, organisationId, input.channels, known?.userIds ?? []);
  const values = [
    input.name,
    JSON.stringify(input.condition),
    input.severity,
    input.schedule && JSON.stringify(input.schedule),
    input.coolDownS,
    input.allVehicles,
    input.allVehicles ? [] : vehicleIds,
    input.allVehicles ? [] : groupIds,
    input.allVehicles ? [] : [...new Set(input.vehicleTypes)],
    JSON.stringify(channels),
    input.enabled,
    input.command?.kind ?? null,
    input.command?.seconds ?? null,
  ];
  const change = { subject: 'alarm-rule', id: input.id ?? null, action: input.id ? 'change' : 'create' } as const;
  const id = await withItsFence(db, actor, known, () =>
    audited(db, actor, change, async () => {
      const made = await db.query<{ id: number }>(input.id === undefined ? INSERT : UPDATE, [
        ...values,
        input.id ?? organisationId,
      ]);
      return onlyRow(made).id;
    }),
  );
  if (known === null) await checkNumber(db, organisationId);
  const cleared = input.enabled
    ? await clearRuleAlarms(db, actor, id, 'gone', 'vehicleLeftRule')
    : await clearRuleAlarms(db, actor, id, 'all', 'ruleOff');
  return { id, organisationIds: [organisationId], cleared };
}

const INSERT = `INSERT INTO alarm_rules (name, condition, severity, schedule, cool_down_s, all_vehicles, vehicle_ids,
    group_ids, vehicle_types, channels, enabled, command_kind, command_seconds, organisation_id, holds_since)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, now()) RETURNING id`;
const UPDATE = `UPDATE alarm_rules SET name = $1, condition = $2, severity = $3, schedule = $4, cool_down_s = $5,
    all_vehicles = $6, vehicle_ids = $7, group_ids = $8, vehicle_types = $9, channels = $10, enabled = $11,
    command_kind = $12, command_seconds = $13, updated_at = now(), version = version + 1,
    holds_since = ${holdsSince({ condition: '$2', schedule: '$4', allVehicles: '$6', vehicleIds: '$7', groupIds: '$8', vehicleTypes: '$9', enabled: '$11' })}
  WHERE id = $14 RETURNING id`;

/** Enables or disables a rule; disabling clears its active alarms. @throws AppError `not-found` */
export const setAlarmRuleEnabled = (
  database: Database,
  scope: Scope,
  actor: Actor,
  id: number,
  enabled: boolean,
): Promise<ChangedRule> => inTransaction(database, (db) => setAlarmRuleEnabledIn(db, scope, actor, id, enabled));

/** The same in the caller's transaction. */
export async function setAlarmRuleEnabledIn(
  db: Queryable,
  scope: Scope,
  actor: Actor,
  id: number,
  enabled: boolean,
): Promise<ChangedRule> {
  const known = await lockRule(db, scope, id);
  const { organisationId, asks } = known;
  if (enabled && asks) await checkSender(db, actor);
  await withItsFence(db, actor, known, () =>
    audited(db, actor, { subject: 'alarm-rule', id, action: 'change' }, async () => {
      await db.query(
        `UPDATE alarm_rules SET enabled = $2, updated_at = now(), version = version + 1,
           holds_since = CASE WHEN enabled = $2 THEN holds_since ELSE now() END WHERE id = $1`,
        [id, enabled],
      );
      return id;
    }),
  );
  const cleared = enabled ? [] : await clearRuleAlarms(db, actor, id, 'all', 'ruleOff');
  return { id, organisationIds: [organisationId], cleared };
}

/** Hides a rule and clears its active alarms; its past alarms stay in the list. @throws AppError `not-found` */
export function deleteAlarmRule(database: Database, scope: Scope, actor: Actor, id: number): Promise<ChangedRule> {
  return inTransaction(database, async (db) => {
    const { organisationId } = await lockRule(db, scope, id);
    const cleared = await clearRuleAlarms(db, actor, id, 'all', 'ruleDeleted');
    await audited(db, actor, { subject: 'alarm-rule', id, action: 'delete' }, async () => {
      await db.query('UPDATE alarm_rules SET deleted_at = now(), updated_at = now() WHERE id = $1', [id]);
      return id;
    });
    return { id, organisationIds: [organisationId], cleared };
  });
}

/** Undoes `deleteAlarmRule`. @throws AppError `not-found` outside the scope */
export function restoreAlarmRule(database: Database, scope: Scope, actor: Actor, id: number): Promise<ChangedRule> {
  return inTransaction(database, async (db) => {
    let organisationId = 0;
    await audited(db, actor, { subject: 'alarm-rule', id, action: 'restore' }, async () => {
      const { rows } = await db.query<{ organisationId: number; asks: boolean }>(
        `UPDATE alarm_rules SET deleted_at = NULL, updated_at = now(), holds_since = now()
         WHERE id = $1 AND organisation_id = ANY($2)${andOwnRule(scope, 'alarm_rules')}
         RETURNING organisation_id AS "organisationId", command_kind IS NOT NULL AS asks`,
        [id, scope.organisationIds],
      );
      if (!rows[0]) throw noRule();
      if (rows[0].asks) await checkSender(db, actor);
      organisationId = rows[0].organisationId;
      await checkNumber(db, organisationId);
      return id;
    });
    return { id, organisationIds: [organisationId], cleared: [] };
  });
}

/**
 * A rule sends commands without a person, so anyone who saves, enables or restores such a rule needs the right to send
 * commands.
 * @throws AppError `denied`
 */
async function checkSender(db: Queryable, { userId }: Actor): Promise<void> {
  const { rowCount } = await db.query(
    `SELECT FROM users u JOIN role_permissions p ON p.role_id = u.role_id JOIN menus m ON m.id = p.menu_id
     WHERE u.id = $1 AND m.key = 'commands' AND p.can_create`,
    [userId],
  );
  if (!rowCount) throw new AppError('denied', 'permission-denied');
}

/**
 * The number of rules is limited because each is evaluated for every report of its vehicles. Rules of geofences are
 * limited with these.
 */
async function checkNumber(db: Queryable, organisationId: number): Promise<void> {
  const { rows } = await db.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM alarm_rules
     WHERE organisation_id = $1 AND deleted_at IS NULL AND fence_id IS NULL`,
    [organisationId],
  );
  if ((rows[0]?.count ?? 0) <= MAX_RULES) return;
  throw new AppError('conflict', fault('most-rules', { most: MAX_RULES }));
}

/** A geofence shows the alarms of its rules, so a visible change of a rule is also a change of the geofence. */
async function withItsFence(
  db: Queryable,
  actor: Actor,
  rule: LockedRule | null,
  change: () => Promise<number>,
): Promise<number> {
  if (rule === null || rule.fenceId === null) return change();
  const { fenceId } = rule;
  await audited(db, actor, { subject: 'fence', id: fenceId, action: 'change' }, async () => {
    const before = await shownOnFence(db, rule.id);
    await change();
    if ((await shownOnFence(db, rule.id)) !== before) {
      await db.query('UPDATE geofences SET version = version + 1, updated_at = now() WHERE id = $1', [fenceId]);
    }
    return fenceId;
  });
  return rule.id;
}

/** The part of a rule that its geofence shows, for comparison. */
async function shownOnFence(db: Queryable, id: number): Promise<string> {
  const { rows } = await db.query('SELECT condition, severity, enabled FROM alarm_rules WHERE id = $1', [id]);
  return JSON.stringify(rows);
}

interface LockedRule {
  id: number;
  organisationId: number;
  userIds: number[];
  version: number;
  asks: boolean;
  fenceId: number | null;
}

/**
 * Locks the rule until the transaction ends, and reads its organisation and recipients. The geofence that created it is
 * locked first, in the same order as when the geofence is saved.
 */
export async function lockRule(db: Queryable, scope: Scope, id: number): Promise<LockedRule> {
  await db.query('SELECT FROM geofences WHERE id = (SELECT fence_id FROM alarm_rules WHERE id = $1) FOR UPDATE', [id]);
  const { rows } = await db.query<LockedRule>(
    `SELECT id, organisation_id AS "organisationId", coalesce(channels->'userIds', '[]') AS "userIds", version,
            command_kind IS NOT NULL AS asks, fence_id AS "fenceId"
     FROM alarm_rules
     WHERE id = $1 AND organisation_id = ANY($2) AND deleted_at IS NULL${andOwnRule(scope, 'alarm_rules')} FOR UPDATE`,
    [id, scope.organisationIds],
  );
  if (!rows[0]) throw noRule();
  return rows[0];
}

/**
 * The channels, limited to people who can be notified. Recipients that the caller does not see, chosen by somebody
 * above, are retained.
 * @throws AppError `invalid` if a recipient cannot be notified
 */
async function checkedChannels(
  db: Queryable,
  scope: Scope,
  organisationId: number,
  channels: AlarmChannels,
  before: readonly number[],
): Promise<AlarmChannels> {
  const { rows } = await db.query<{ id: number; known: boolean }>(
    `SELECT u.id, u.organisation_id = ANY($1) AS known FROM users u
     WHERE u.id = ANY($2) AND ${watchesAlarms('u', '$3::int')}`,
    [scope.organisationIds, [...channels.userIds, ...before], organisationId],
  );
  const known = rows.filter((row) => row.known && channels.userIds.includes(row.id));
  if (known.length < new Set(channels.userIds).size) {
    throw fieldError('invalid', { 'channels.userIds': 'person-not-told' });
  }
  const hiddenFrom = rows.filter((row) => !row.known && before.includes(row.id));
  return { ...channels, userIds: [...known, ...hiddenFrom].map(({ id }) => id) };
}
