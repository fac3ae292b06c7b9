import type { AlarmChannels, AlarmRule } from '@milepost/contract/alarm-rule-operations';
import { watchesAlarms } from '../alarm-delivery/alarm-watchers.ts';
import { andSeenFence } from '../common-records.ts';
import { type Scope } from '../scope.ts';

type Stored = Omit<AlarmRule, 'channels' | 'lastAlarmAt'>;

export interface RuleRow extends Stored {
  /** As stored: rules created by geofences have no channels. */
  channels: Partial<AlarmChannels>;
  lastAlarmAt: Date | null;
}

/** SQL: true when a rule (`r`) covers a vehicle (`v`) at present. */
export const RULE_COVERS_VEHICLE_SQL = `v.organisation_id = r.organisation_id AND v.deleted_at IS NULL
  AND (r.all_vehicles OR v.id = ANY(r.vehicle_ids) OR v.group_id = ANY(r.group_ids) OR v.type = ANY(r.vehicle_types))`;

const refsSql = (from: string, where: string, name = 'n.name') =>
  `(SELECT coalesce(jsonb_agg(jsonb_build_object('id', n.id, 'name', ${name}) ORDER BY lower(${name}), n.id), '[]')
    FROM ${from} n WHERE ${where})`;

/** The ids of the geofences in a condition. */
const FENCE_IDS = `(SELECT f::int FROM jsonb_array_elements_text(
  CASE jsonb_typeof(r.condition->'fenceIds') WHEN 'array' THEN r.condition->'fenceIds' ELSE '[]' END) f)`;

/** The columns of a rule `r` of the organisation `o`; parameter 1 is the scope: only people in it are included. */
export const ruleColumns = (
  scope: Scope,
): string => `r.id, r.organisation_id AS "organisationId", o.name AS "organisationName", r.name,
  r.condition, r.severity, r.schedule, r.cool_down_s AS "coolDownS", r.all_vehicles AS "allVehicles",
  ${refsSql('vehicles', 'n.id = ANY(r.vehicle_ids) AND n.organisation_id = r.organisation_id AND n.deleted_at IS NULL', 'n.registration')} AS vehicles,
  ${refsSql('vehicle_groups', 'n.id = ANY(r.group_ids) AND n.organisation_id = r.organisation_id')} AS groups,
  r.vehicle_types AS "vehicleTypes",
  (SELECT count(*)::int FROM vehicles v WHERE ${RULE_COVERS_VEHICLE_SQL}) AS "vehicleCount",
  ${refsSql('geofences', `n.id IN ${FENCE_IDS} AND n.organisation_id = r.organisation_id AND n.deleted_at IS NULL${andSeenFence(scope, 'n')}`)} AS fences,
  r.channels,
  CASE WHEN r.command_kind IS NOT NULL THEN
    jsonb_build_object('kind', r.command_kind, 'seconds', r.command_seconds) END AS command,
  ${refsSql(
    'users',
    `r.channels->'userIds' @> to_jsonb(n.id) AND n.organisation_id = ANY($1) AND ${watchesAlarms('n', 'r.organisation_id')}`,
    'n.display_name',
  )} AS people,
  r.fence_id AS "fenceId", r.enabled, r.version,
  (SELECT count(*)::int FROM alarms a WHERE a.rule_id = r.id AND a.cleared_at IS NULL) AS "activeAlarms",
  (SELECT max(a.started_at) FROM alarms a WHERE a.rule_id = r.id) AS "lastAlarmAt"`;

export const RULE_TABLES = 'alarm_rules r JOIN organisations o ON o.id = r.organisation_id';

export function toRule(row: RuleRow): AlarmRule {
  const { people } = row;
  return {
    ...row,
    channels: {
      ...UNNAMED,
      ...(row.channels.userIds && { everyone: false }),
      ...row.channels,
      userIds: people.map(({ id }) => id),
    },
    lastAlarmAt: row.lastAlarmAt?.toISOString() ?? null,
  };
}

/** The channels of a rule without any, as created by geofences: the bell of everybody who sees alarms. */
const UNNAMED: AlarmChannels = { userIds: [], everyone: true, bell: true, push: false, mail: false };
