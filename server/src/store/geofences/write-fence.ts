import { shapeAreaM2 } from '@milepost/contract/fence-geometry';
import type { FenceShape } from '@milepost/contract/fence-shape-types';
import type { WeeklyHours } from '@milepost/contract/weekly-hours';
import { boxOf } from '@milepost/tracking/fence';
import type { Queryable } from '../database.ts';
import { onlyRow } from '../rows.ts';

/** The fields of a geofence that are stored in its own row. */
export interface FenceFields {
  name: string;
  description: string | null;
  colour: string;
  tags: string[];
  shape: FenceShape;
  speedLimitKph: number | null;
  betweenFixes: boolean;
  schedule: WeeklyHours | null;
  vehicleIds: number[];
  groupIds: number[];
}

/** Whether an inserted geofence is visible now, or counts as deleted until the last part of its import arrives. */
export type FenceVisibility = 'now' | 'when the import is whole';

/** Adds a geofence to an organisation and returns its id. */
export async function insertFence(
  db: Queryable,
  organisationId: number,
  fields: FenceFields,
  birth: FenceVisibility = 'now',
): Promise<number> {
  const made = await db.query<{ id: number }>(
    `INSERT INTO geofences (organisation_id, name, description, colour, tags, shape, south, north, west, east, area_m2,
       speed_limit_kph, schedule, vehicle_ids, group_ids, between_fixes, deleted_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17) RETURNING id`,
    [organisationId, ...fieldValues(fields), birth === 'now' ? null : 'infinity'],
  );
  return onlyRow(made).id;
}

export async function updateFence(db: Queryable, id: number, fields: FenceFields): Promise<void> {
  await db.query(
    `UPDATE geofences SET name = $2, description = $3, colour = $4, tags = $5, shape = $6, south = $7, north = $8,
       west = $9, east = $10, area_m2 = $11, speed_limit_kph = $12, schedule = $13, vehicle_ids = $14, group_ids = $15,
       between_fixes = $16, updated_at = now(), version = version + 1 WHERE id = $1`,
    [id, ...fieldValues(fields)],
  );
}

function fieldValues(fields: FenceFields) {
  const { name, description, colour, shape, speedLimitKph, schedule } = fields;
  const box = boxOf(shape);
  if (!box) throw new Error('a geofence has no corners');
  return [
    name,
    description,
    colour,
    [...new Set(fields.tags)],
    JSON.stringify(shape),
    box.south,
    box.north,
    box.west,
    box.east,
    shapeAreaM2(shape),
    speedLimitKph,
    schedule && JSON.stringify(schedule),
    [...new Set(fields.vehicleIds)],
    [...new Set(fields.groupIds)],
    fields.betweenFixes,
  ];
}
