import type { AlarmRow } from '@milepost/contract/alarm-operations';
import type { Queryable } from '../database.ts';
import { measureOf } from '../../alarm-kinds/alarm-kinds.ts';
import { driverAt } from '../drivers/who-drove.ts';
import { loadPlaces } from '../../places/load-places.ts';
import type { PlaceAt } from '../../places/places.ts';
import type { Scope } from '../scope.ts';
import { FENCE_OF, type FenceOf, isFenceNameShown, WITH_LIMIT } from './alarm-limit.ts';

interface StoredRow extends Omit<
  AlarmRow,
  'start' | 'deviceClock' | 'lastAt' | 'clearedAt' | 'acknowledgedAt' | 'place' | 'address' | 'code' | 'measures'
> {
  organisationId: number;
  start: Date;
  deviceClock: Date | null;
  lastAt: Date;
  clearedAt: Date | null;
  acknowledgedAt: Date | null;
  lat: number | null;
  lon: number | null;
  about: string | null;
  fenceOf: FenceOf;
}

/** An alarm, and the organisation whose people can see it. */
export interface OwnedAlarm {
  alarm: AlarmRow;
  organisationId: number;
  /** The vehicles that its geofence concerns. */
  fenceOf: FenceOf;
}

/** The alarm as a caller sees it: with the geofence's name only if the caller can see the geofence. */
export const alarmFor = ({ limit }: Pick<Scope, 'limit'>, { alarm, fenceOf }: OwnedAlarm): AlarmRow =>
  isFenceNameShown(limit, fenceOf) ? alarm : { ...alarm, fenceName: null };

const COLUMNS = `a.id, v.organisation_id AS "organisationId", a.vehicle_id AS "vehicleId", v.registration,
  g.name AS "groupName", dr.name AS "driverName", a.rule_id AS "ruleId", r.name AS "ruleName",
  r.condition->>'kind' AS kind, a.severity, a.started_at AS start, a.device_clock AS "deviceClock", a.last_at AS "lastAt",
  a.cleared_at AS "clearedAt", cu.display_name AS "clearedBy", a.acknowledged_at AS "acknowledgedAt",
  au.display_name AS "acknowledgedBy", a.reason_code AS "reasonCode", a.assignee_id AS "assigneeId",
  su.display_name AS "assigneeName", a.count, a.lat, a.lon, a.value, a.about, f.name AS "fenceName", ${FENCE_OF} AS "fenceOf",
  said.limit_kph AS "limitKph", coalesce(r.condition->>'unit', '') AS unit`;

const TABLES = `alarms a
  JOIN vehicles v ON v.id = a.vehicle_id
  JOIN alarm_rules r ON r.id = a.rule_id
  LEFT JOIN vehicle_groups g ON g.id = v.group_id
  LEFT JOIN users cu ON cu.id = a.cleared_by
  LEFT JOIN users au ON au.id = a.acknowledged_by
  LEFT JOIN users su ON su.id = a.assignee_id
  ${WITH_LIMIT}
  ${driverAt('a.started_at', 'a.vehicle_id')}`;

/**
 * Loads alarms with everything that is shown; `condition` is SQL over `a` (alarms) and `v` (vehicles), and ends the
 * statement.
 */
export async function loadAlarms(
  db: Queryable,
  placeAt: PlaceAt,
  condition: string,
  values: readonly unknown[],
): Promise<OwnedAlarm[]> {
  const { rows } = await db.query<StoredRow>(`SELECT ${COLUMNS} FROM ${TABLES} WHERE ${condition}`, [...values]);
  const places = rows.flatMap(({ lat, lon }) => (lat === null || lon === null ? [] : [{ lat, lon }]));
  await loadPlaces(db, placeAt, places);
  return rows.map(({ organisationId, fenceOf, ...row }) => ({ alarm: toAlarm(row, placeAt), organisationId, fenceOf }));
}

function toAlarm(
  { lat, lon, about, ...row }: Omit<StoredRow, 'organisationId' | 'fenceOf'>,
  placeAt: PlaceAt,
): AlarmRow {
  const place = lat === null || lon === null ? null : { lat, lon };
  return {
    ...row,
    start: row.start.toISOString(),
    deviceClock: row.deviceClock?.toISOString() ?? null,
    lastAt: row.lastAt.toISOString(),
    clearedAt: row.clearedAt?.toISOString() ?? null,
    acknowledgedAt: row.acknowledgedAt?.toISOString() ?? null,
    place,
    address: place && placeAt(place.lat, place.lon),
    code: row.kind === 'device' ? about : null,
    measures: measureOf(row.kind),
  };
}
