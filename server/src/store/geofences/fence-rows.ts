import type { Fence, FenceRow, MapFence } from '@milepost/contract/fence-operations';
import type { FenceShape } from '@milepost/contract/fence-shape-types';
import { AppError } from '../../errors.ts';
import { holdsGroup, type Scope, seesVehicle } from '../scope.ts';

/** The alarms of a geofence, read from its rules. */
const ALARM_COLUMNS = `
  coalesce(r.enter, false) AS "alarmEnter", coalesce(r.exit, false) AS "alarmExit", r.dwell AS "alarmDwellS",
  coalesce(r.severity, 'minor') AS "alarmSeverity"`;

const LIGHT_COLUMNS = `g.id, g.organisation_id AS "organisationId", o.name AS "organisationName", g.name, g.description,
  g.colour, g.tags, g.area_m2 AS "areaM2", g.speed_limit_kph AS "speedLimitKph", g.between_fixes AS "betweenFixes", g.updated_at AS "updatedAt",
  g.version, ${ALARM_COLUMNS}`;

export const ROW_COLUMNS = `${LIGHT_COLUMNS}, g.shape ->> 'kind' AS kind, g.south, g.north, g.west, g.east`;

export const FENCE_COLUMNS = `${LIGHT_COLUMNS}, g.shape, g.schedule, g.vehicle_ids AS "vehicleIds",
  g.group_ids AS "groupIds",
  (SELECT coalesce(jsonb_agg(jsonb_build_object('id', id, 'name', registration) ORDER BY lower(registration)), '[]')
   FROM vehicles WHERE id = ANY(g.vehicle_ids) AND deleted_at IS NULL) AS vehicles,
  (SELECT coalesce(jsonb_agg(jsonb_build_object('id', id, 'name', name) ORDER BY lower(name)), '[]')
   FROM vehicle_groups WHERE id = ANY(g.group_ids)) AS groups`;

export const FENCE_TABLES = `geofences g JOIN organisations o ON o.id = g.organisation_id
  LEFT JOIN LATERAL (
    SELECT bool_or(condition ->> 'kind' = 'geofenceEnter') AS enter,
           bool_or(condition ->> 'kind' = 'geofenceExit') AS exit,
           max((condition ->> 'afterS')::int) FILTER (WHERE condition ->> 'kind' = 'geofenceDwell') AS dwell,
           min(severity) AS severity
    FROM alarm_rules WHERE fence_id = g.id AND deleted_at IS NULL AND enabled
  ) r ON true`;

type Stored<Row extends { updatedAt: string }> = Omit<Row, 'updatedAt'> & { updatedAt: Date };

export type FenceRecord = Stored<Fence>;

/** A geofence with those of its vehicles and groups that are visible in the scope. */
export function toFence(row: FenceRecord, scope: Scope): Fence {
  const seen = (id: number) => seesVehicle(scope, id);
  const held = (id: number) => holdsGroup(scope, id);
  return {
    ...row,
    vehicleIds: row.vehicleIds.filter(seen),
    vehicles: row.vehicles.filter(({ id }) => seen(id)),
    groupIds: row.groupIds.filter(held),
    groups: row.groups.filter(({ id }) => held(id)),
    updatedAt: row.updatedAt.toISOString(),
  };
}

export interface ListRecord extends Omit<Stored<FenceRow>, 'centre'> {
  south: number;
  north: number;
  west: number;
  east: number;
}

export function toListRow({ south, north, west, east, ...row }: ListRecord): FenceRow {
  const lon = (west + east) / 2;
  return {
    ...row,
    updatedAt: row.updatedAt.toISOString(),
    centre: { lat: (south + north) / 2, lon: lon > 180 ? lon - 360 : lon < -180 ? lon + 360 : lon },
  };
}

export interface MapRecord extends Omit<MapFence, 'box' | 'shape'> {
  south: number;
  north: number;
  west: number;
  east: number;
  /** JSON; null if not computed yet, in which case the shape is returned. */
  outline: string | null;
  shape: FenceShape | null;
}

export const noFence = (): AppError => new AppError('not-found', 'no-fence');
