import type { MoveRecord } from '@milepost/contract/move-kinds';
import type { MovePreview } from '@milepost/contract/move-operations';
import { AppError } from '../../errors.ts';
import type { Queryable } from '../database.ts';
import { noDevice } from '../devices/devices.ts';
import { noVehicle } from '../fleet/vehicles.ts';
import { onlyRow } from '../rows.ts';
import type { Scope } from '../scope.ts';
import { findObstacles } from './move-obstacles.ts';
import { type DeviceMove, guardThereSql } from './move-devices.ts';
import type { VehicleMove } from './move-vehicles.ts';
import { targetOf } from './move-target.ts';
import { MOVED_RECORDS } from './moved-records.ts';

type Counts = MovePreview['stays'];

/** The effects of a move of vehicles in numbers. @throws AppError as `moveVehicles`, except for obstacles */
export async function previewVehicleMove(db: Queryable, scope: Scope, move: VehicleMove): Promise<MovePreview> {
  const target = await targetOf(db, scope, move.organisationId);
  const vehicleIds = [...new Set(move.vehicleIds)];
  const { installed } = await readMovable(db, scope, vehicleIds, target);
  const devices = installed.length;
  const counts = await countRecords(db, vehicleIds);
  const goes: Counts = [{ what: 'vehicles', count: vehicleIds.length }];
  const device = { what: 'devices' as const, count: devices };
  const sensors = counts.stays.get('sensors') ?? 0;
  if (move.withDevice && devices > 0) goes.push(device);
  if (((move.withDevice && devices > 0) || move.history === 'goes') && sensors > 0)
    goes.push({ what: 'sensors', count: sensors });
  counts.stays.delete('sensors');
  // Alarms do not move, because the rules of the other organisation raise them again.
  for (const what of move.history === 'goes' ? (['trips', 'readings'] as const) : []) {
    const count = counts.stays.get(what) ?? 0;
    if (count > 0) goes.push({ what, count });
  }
  const remaining = toCounts(counts.stays);
  return {
    obstacles: await findObstacles(db, { vehicleIds }, target),
    goes,
    stays: move.withDevice || devices === 0 ? remaining : [device, ...remaining],
    ends: [...toCounts(counts.ends), ...(move.withDevice ? await countGuards(db, installed, target) : [])],
  };
}

/**
 * The effects of a move of devices without vehicles in numbers. @throws AppError as `moveDevices`, except for obstacles
 */
export async function previewDeviceMove(db: Queryable, scope: Scope, move: DeviceMove): Promise<MovePreview> {
  const target = await targetOf(db, scope, move.organisationId);
  const deviceIds = [...new Set(move.deviceIds)];
  const { rows } = await db.query<{ organisationId: number }>(
    `SELECT organisation_id AS "organisationId" FROM devices
     WHERE id = ANY($1) AND organisation_id = ANY($2) AND deleted_at IS NULL`,
    [deviceIds, scope.organisationIds],
  );
  if (rows.length < deviceIds.length) throw noDevice();
  checkElsewhere(rows, target);
  const { vehicles, trips } = onlyRow(
    await db.query<{ vehicles: number; trips: number }>(
      `SELECT (SELECT count(*)::int FROM installations WHERE device_id = ANY($1) AND removed_at IS NULL) AS vehicles,
         (SELECT count(*)::int FROM trips t JOIN installations i ON i.id = t.installation_id WHERE i.device_id = ANY($1)) AS trips`,
      [deviceIds],
    ),
  );
  const remaining = new Map<MoveRecord, number>([
    ['vehicles', vehicles],
    ['trips', trips],
  ]);
  return {
    obstacles: await findObstacles(db, { deviceIds }, target),
    goes: [{ what: 'devices', count: deviceIds.length }],
    stays: toCounts(remaining),
    ends: await countGuards(db, deviceIds, target),
  };
}

async function readMovable(
  db: Queryable,
  { organisationIds }: Scope,
  vehicleIds: readonly number[],
  target: number,
): Promise<{ installed: number[] }> {
  const { rows } = await db.query<{ organisationId: number; moved: boolean; deviceId: number | null }>(
    `SELECT v.organisation_id AS "organisationId", v.moved_at IS NOT NULL AS moved, i.device_id AS "deviceId"
     FROM vehicles v LEFT JOIN installations i ON i.vehicle_id = v.id AND i.removed_at IS NULL
     WHERE v.id = ANY($1) AND v.organisation_id = ANY($2) AND v.deleted_at IS NULL`,
    [vehicleIds, organisationIds],
  );
  if (rows.length < vehicleIds.length) throw noVehicle();
  if (rows.some(({ moved }) => moved)) throw new AppError('conflict', 'vehicle-moved');
  checkElsewhere(rows, target);
  return { installed: rows.flatMap(({ deviceId }) => deviceId ?? []) };
}

/**
 * The secrets and allowed networks of devices, which the other organisation has to set again. A returning device has
 * those that it had there.
 */
async function countGuards(db: Queryable, deviceIds: readonly number[], target: number): Promise<Counts> {
  const { secrets, networks } = onlyRow(
    await db.query<{ secrets: number; networks: number }>(
      `SELECT count(d.secret_hash)::int AS secrets, count(NULLIF(d.networks, '{}'))::int AS networks
       FROM devices d WHERE d.id = ANY($1) AND NOT EXISTS (${guardThereSql('d.id', '$2')})`,
      [deviceIds, target],
    ),
  );
  return toCounts(
    new Map<MoveRecord, number>([
      ['secrets', secrets],
      ['networks', networks],
    ]),
  );
}

function checkElsewhere(rows: readonly { organisationId: number }[], target: number): void {
  if (rows.some(({ organisationId }) => organisationId === target)) {
    throw new AppError('conflict', 'move-same-organisation');
  }
}

/** SQL that counts each of them; $1: the vehicles. */
const countsSql = (part: 'counted' | 'ending') =>
  Object.entries(MOVED_RECORDS).flatMap(([table, record]) => {
    const { as, where } = record[part] ?? { as: null, where: '' };
    if (as === null) return [];
    return [
      `SELECT '${part}' AS part, '${as}' AS what, (SELECT count(*)::int FROM ${table} u
         WHERE u.vehicle_id = ANY($1) AND ${where}) AS count`,
    ];
  });

/** The counts by kind of record, as defined in `MOVED_RECORDS`. */
async function countRecords(db: Queryable, vehicleIds: readonly number[]) {
  const { rows } = await db.query<{ part: 'counted' | 'ending'; what: MoveRecord; count: number }>(
    `SELECT * FROM (${[...countsSql('counted'), ...countsSql('ending')].join(' UNION ALL ')}) found WHERE $2::timestamptz IS NOT NULL`,
    [vehicleIds, new Date()],
  );
  const of = (wanted: 'counted' | 'ending') =>
    new Map(rows.filter(({ part }) => part === wanted).map(({ what, count: found }) => [what, found] as const));
  return { stays: of('counted'), ends: of('ending') };
}

const toCounts = (counts: ReadonlyMap<MoveRecord, number>): Counts =>
  [...counts].filter(([, count]) => count > 0).map(([what, count]) => ({ what, count }));
