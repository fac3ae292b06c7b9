import type { AlarmCondition, AlarmRule } from '@milepost/tracking/alarm-rule';
import { boxOf, type Fence, type Shape } from '@milepost/tracking/fence';
import type { Coordinates } from '@milepost/tracking/geo';
import { localDay, type WeeklyHours } from '@milepost/tracking/local-day';
import { DEFAULT_SETTINGS, type TrackingSettings } from '@milepost/tracking/settings';
import type { Queryable } from '../database.ts';

/** The vehicles to which a geofence or a rule applies. */
export interface HoldsFor {
  vehicleIds: readonly number[];
  groupIds: readonly number[];
}

/** Everything that the facts of an organisation depend on, except its positions. */
export interface TrackingRules {
  settings: TrackingSettings;
  timeZone: string;
  fences: (Fence & HoldsFor)[];
  /** The shapes of the geofences with their row version, by id. */
  shapes: ReadonlyMap<number, StoredShape>;
  /** Outlets and depots with coordinates, by their area; depots have negative ids. */
  places: Fence[];
  rules: (AlarmRule & HoldsFor & { allVehicles: boolean; vehicleTypes: readonly string[]; severity: string })[];
}

/** A shape with the version of its row; null if it cannot be read. */
export interface StoredShape {
  version: string;
  shape: Shape | null;
}

/**
 * The present settings, geofences and enabled rules of an organisation. A rule applies from the full second in which it
 * was created, since devices report full seconds.
 * @param known shapes that were read before: they are megabytes, and most do not change
 */
export async function readTrackingRules(
  db: Queryable,
  organisationId: number,
  known: ReadonlyMap<number, StoredShape> = new Map(),
): Promise<TrackingRules> {
  const [organisations, fences, places, rules] = await Promise.all([
    db.query<{ time_zone: string; tracking_settings: Partial<TrackingSettings> }>(
      'SELECT time_zone, tracking_settings FROM organisations WHERE id = $1',
      [organisationId],
    ),
    db.query<FenceRow>(
      `SELECT id, xmin::text AS version, speed_limit_kph, between_fixes, schedule, vehicle_ids, group_ids FROM geofences
        WHERE organisation_id = $1 AND deleted_at IS NULL ORDER BY id`,
      [organisationId],
    ),
    db.query<PlaceRow>(
      `SELECT id, lat, lon, radius_m, area FROM outlets
        WHERE organisation_id = $1 AND deleted_at IS NULL AND lat IS NOT NULL
       UNION ALL SELECT -id, lat, lon, radius_m, NULL FROM depots WHERE organisation_id = $1 AND deleted_at IS NULL
       ORDER BY id`,
      [organisationId],
    ),
    db.query<RuleRow>(
      `SELECT id, condition, severity, schedule, cool_down_s, all_vehicles, vehicle_ids, group_ids, vehicle_types,
              (extract(epoch FROM date_trunc('second', holds_since)) * 1000)::float8 AS since FROM alarm_rules
        WHERE organisation_id = $1 AND deleted_at IS NULL AND enabled ORDER BY id`,
      [organisationId],
    ),
  ]);
  const organisation = organisations.rows[0];
  const shapes = await readShapes(db, fences.rows, known);
  return {
    settings: { ...DEFAULT_SETTINGS, ...organisation?.tracking_settings },
    timeZone: knownZone(organisation?.time_zone),
    shapes,
    fences: fences.rows.flatMap((row) => {
      const shape = shapes.get(row.id)?.shape;
      return shape ? [toFence(row, shape)] : [];
    }),
    places: places.rows.map(toPlace),
    rules: rules.rows.map(toRule),
  };
}

/** The number of geofences read together: some of them have thousands of corners. */
const SHAPES_AT_ONCE = 200;

async function readShapes(
  db: Queryable,
  fences: readonly Pick<FenceRow, 'id' | 'version'>[],
  known: ReadonlyMap<number, StoredShape>,
): Promise<Map<number, StoredShape>> {
  const shapes = new Map<number, StoredShape>();
  const missing: number[] = [];
  for (const { id, version } of fences) {
    const before = known.get(id);
    if (before?.version === version) shapes.set(id, before);
    else missing.push(id);
  }
  for (let start = 0; start < missing.length; start += SHAPES_AT_ONCE) {
    const { rows } = await db.query<{ id: number; version: string; shape: Shape }>(
      'SELECT id, xmin::text AS version, shape FROM geofences WHERE id = ANY($1)',
      [missing.slice(start, start + SHAPES_AT_ONCE)],
    );
    for (const { id, version, shape } of rows) shapes.set(id, { version, shape: isShape(shape) ? shape : null });
  }
  return shapes;
}

interface FenceRow {
  id: number;
  version: string;
  speed_limit_kph: number | null;
  between_fixes: boolean;
  schedule: WeeklyHours | null;
  vehicle_ids: number[];
  group_ids: number[];
}

interface PlaceRow {
  id: number;
  lat: number;
  lon: number;
  radius_m: number;
  area: readonly Coordinates[] | null;
}

interface RuleRow {
  id: number;
  condition: AlarmCondition;
  severity: string;
  schedule: WeeklyHours | null;
  cool_down_s: number;
  all_vehicles: boolean;
  vehicle_ids: number[];
  group_ids: number[];
  vehicle_types: string[];
  since: number;
}

function toFence(row: FenceRow, shape: Shape) {
  const { id, speed_limit_kph, between_fixes, schedule, vehicle_ids, group_ids } = row;
  return {
    id,
    shape,
    speedLimitKph: speed_limit_kph,
    betweenFixes: between_fixes,
    schedule,
    vehicleIds: vehicle_ids,
    groupIds: group_ids,
  };
}

function toPlace({ id, lat, lon, radius_m, area }: PlaceRow): Fence {
  const shape: Shape = area
    ? { kind: 'polygon', rings: [area] }
    : { kind: 'circle', centre: { lat, lon }, radiusM: radius_m };
  return { id, shape, speedLimitKph: null, schedule: null };
}

function toRule(row: RuleRow): TrackingRules['rules'][number] {
  const { id, condition, severity, schedule, since } = row;
  return {
    id,
    condition,
    severity,
    schedule,
    coolDownS: row.cool_down_s,
    since,
    allVehicles: row.all_vehicles,
    vehicleIds: row.vehicle_ids,
    groupIds: row.group_ids,
    vehicleTypes: row.vehicle_types,
  };
}

/** A single unreadable shape must not disable the others. */
function isShape(shape: Shape): boolean {
  try {
    return boxOf(shape) !== null;
  } catch {
    return false;
  }
}

/** A time zone that this machine does not know becomes UTC, since a day needs a start. */
function knownZone(name = 'UTC'): string {
  try {
    localDay(name, 0);
    return name;
  } catch {
    return 'UTC';
  }
}
