import { AlarmCondition } from '@milepost/contract/alarm-condition';
import type { Severity } from '@milepost/contract/fact-operations';
import { FENCE_OF, type FenceOf, WITH_LIMIT } from '../alarms/alarm-limit.ts';

/** The data of an alarm for notifications. */
export interface AlarmStory {
  id: number;
  severity: Severity;
  startedAt: Date;
  /**
   * The time by the device's clock if that time is impossible: the alarm then began when the report was received. Null
   * otherwise.
   */
  deviceClock: Date | null;
  lastAt: Date;
  clearedAt: Date | null;
  count: number;
  place: { lat: number; lon: number } | null;
  value: number | null;
  about: string | null;
  ruleId: number;
  ruleName: string;
  /** Null for a kind that this version does not know. */
  condition: AlarmCondition | null;
  vehicleId: number;
  registration: string;
  groupName: string | null;
  organisationId: number;
  organisationName: string;
  /** The geofence of the alarm, or the one whose speed limit was exceeded. */
  fence: { id: number; name: string } | null;
  /** The exceeded speed limit, of the rule or of the location; null for other kinds. */
  limitKph: number | null;
}

export interface StoryRow extends Omit<AlarmStory, 'place' | 'condition'> {
  /** The vehicles that the geofence concerns. */
  fenceOf: FenceOf;
  lat: number | null;
  lon: number | null;
  condition: unknown;
}

/** The columns of an alarm `a` with its rule, vehicle, group and organisation (STORY_TABLES). */
export const STORY_COLUMNS = `a.id, a.severity, a.started_at AS "startedAt", a.device_clock AS "deviceClock", a.last_at AS "lastAt",
  a.cleared_at AS "clearedAt", a.count, a.lat, a.lon, a.value, a.about, a.rule_id AS "ruleId", r.name AS "ruleName",
  r.condition, v.id AS "vehicleId", v.registration, g.name AS "groupName", o.id AS "organisationId",
  o.name AS "organisationName",
  said.limit_kph AS "limitKph",
  CASE WHEN f.id IS NOT NULL THEN jsonb_build_object('id', f.id, 'name', f.name) END AS fence, ${FENCE_OF} AS "fenceOf"`;

export const STORY_TABLES = `alarms a JOIN alarm_rules r ON r.id = a.rule_id JOIN vehicles v ON v.id = a.vehicle_id
  LEFT JOIN vehicle_groups g ON g.id = v.group_id JOIN organisations o ON o.id = v.organisation_id
  ${WITH_LIMIT}`;

export function toStory({ lat, lon, condition, fenceOf: _fenceOf, ...row }: StoryRow): AlarmStory {
  const parsed = AlarmCondition.safeParse(condition);
  return {
    ...row,
    place: lat === null || lon === null ? null : { lat, lon },
    condition: parsed.success ? parsed.data : null,
  };
}
