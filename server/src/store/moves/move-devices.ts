import { randomBytes } from 'node:crypto';
import type { ParsedInput } from '@milepost/contract/operation';
import type { Operations } from '@milepost/contract/operations';
import { AppError } from '../../errors.ts';
import { type Actor, audited } from '../audit/audit.ts';
import { withConflicts } from '../conflicts.ts';
import { type Database, inTransaction, type Queryable } from '../database.ts';
import { noDevice } from '../devices/devices.ts';
import { lockInstallations, removeDevice } from '../fleet/change-installations.ts';
import { onlyRow } from '../rows.ts';
import type { Scope } from '../scope.ts';
import type { DeviceMoved } from './device-moves.ts';
import { findObstacles } from './move-obstacles.ts';
import { targetOf } from './move-target.ts';
import { inPieces, installAs, type MoveResult } from './move-parts.ts';

type Input = ParsedInput<Operations['move-devices']>;
export type DeviceMove = Omit<Input, 'rejoin'> & Partial<Input>;

/** The batch size: changes of installations in every other organisation wait for a batch. */
const AT_ONCE = 10;

/**
 * Moves devices without their vehicles to another organisation of the scope. Their vehicles stay, with all data
 * recorded until now. Many devices are moved in batches, like vehicles.
 * @throws AppError `not-found` outside the scope, `conflict` if there is an obstacle
 */
export async function* moveDevices(
  database: Database,
  scope: Scope,
  actor: Actor,
  move: DeviceMove,
): AsyncGenerator<MoveResult> {
  const ids = [...new Set(move.deviceIds)].toSorted((a, b) => a - b);
  if (ids.length > AT_ONCE) {
    await inTransaction(database, async (db) => {
      await checkDevices(db, scope, ids, await targetOf(db, scope, move.organisationId));
    });
  }
  yield* inPieces(ids, AT_ONCE, (deviceIds) =>
    withConflicts(() => inTransaction(database, (db) => moveSome(db, scope, actor, { ...move, deviceIds }))),
  );
}

type Place = Awaited<ReturnType<typeof lockDevice>>;

/** @returns the vehicle and organisation of each. Their rows are locked. */
async function checkDevices(
  db: Queryable,
  scope: Scope,
  deviceIds: readonly number[],
  target: number,
): Promise<Map<number, Place>> {
  const places = new Map<number, Place>();
  for (const deviceId of deviceIds) {
    const place = await lockDevice(db, scope, deviceId);
    if (place.organisationId === target) throw new AppError('conflict', 'move-same-organisation');
    places.set(deviceId, place);
  }
  const [obstacle] = await findObstacles(db, { deviceIds }, target);
  if (obstacle) throw new AppError('conflict', `move-${obstacle.kind}`);
  return places;
}

async function moveSome(db: Queryable, scope: Scope, actor: Actor, move: DeviceMove): Promise<MoveResult> {
  const at = await lockInstallations(db);
  const target = await targetOf(db, scope, move.organisationId);
  const places = await checkDevices(db, scope, move.deviceIds, target);
  const organisationIds = new Set([target, ...[...places.values()].map(({ organisationId }) => organisationId)]);
  const result: MoveResult = { moved: [], organisationIds: [...organisationIds], devices: [] };
  for (const [deviceId, { organisationId, vehicleId }] of places) {
    const device = await withVehicle(db, actor, vehicleId, async () => {
      await removeDevice(db, deviceId, at);
      return succeedDevice(db, actor, deviceId, target, at);
    });
    const wanted = move.rejoin ?? false;
    const rejoined = wanted && (await rejoin(db, actor, device, target, at));
    result.devices.push(device);
    result.moved.push({
      from: deviceId,
      to: device.to,
      organisationId,
      parted: !rejoined && (wanted || vehicleId !== null),
    });
  }
  return result;
}

/** Installs the device in the vehicle in which it was when it last left this organisation. */
async function rejoin(
  db: Queryable,
  actor: Actor,
  device: DeviceMoved,
  organisationId: number,
  at: string,
): Promise<boolean> {
  const { rows } = await db.query<{ id: number; vehicleId: number }>(
    `SELECT i.id, i.vehicle_id AS "vehicleId" FROM (${guardThereSql('$1', '$2')}) before JOIN devices d ON d.id = before.id
     JOIN installations i ON i.device_id = d.id AND i.removed_at = d.deleted_at AND NOT i.along`,
    [device.from, organisationId],
  );
  const [former] = rows;
  if (!former) return false;
  const { id, vehicleId } = former;
  let rejoined = false;
  await audited(db, actor, { subject: 'vehicle', id: vehicleId, action: 'change' }, async () => {
    rejoined = await installAs(db, id, device.to, vehicleId, at);
    return vehicleId;
  });
  return rejoined;
}

/** The log of the vehicle shows that its device left. */
async function withVehicle(
  db: Queryable,
  actor: Actor,
  vehicleId: number | null,
  move: () => Promise<DeviceMoved>,
): Promise<DeviceMoved> {
  if (vehicleId === null) return move();
  const moved: DeviceMoved[] = [];
  await audited(db, actor, { subject: 'vehicle', id: vehicleId, action: 'change' }, async () => {
    moved.push(await move());
    return vehicleId;
  });
  return onlyRow({ rows: moved });
}

async function lockDevice(
  db: Queryable,
  scope: Scope,
  id: number,
): Promise<{ organisationId: number; vehicleId: number | null }> {
  const { rows } = await db.query<{ organisationId: number; vehicleId: number | null }>(
    `SELECT organisation_id AS "organisationId",
       (SELECT vehicle_id FROM installations i WHERE i.device_id = d.id AND i.removed_at IS NULL) AS "vehicleId"
     FROM devices d WHERE id = $1 AND organisation_id = ANY($2) AND deleted_at IS NULL FOR UPDATE`,
    [id, scope.organisationIds],
  );
  if (!rows[0]) throw noDevice();
  return rows[0];
}

/**
 * SQL of the secret and the allowed networks that a device last had in an organisation; no row if it was never there.
 */
export const guardThereSql = (deviceId: string, organisationId: string): string => `WITH RECURSIVE before AS (
    SELECT id, organisation_id, follows_id, networks, secret_hash, secret_since, 0 AS back FROM devices WHERE id = ${deviceId}
    UNION ALL
    SELECT o.id, o.organisation_id, o.follows_id, o.networks, o.secret_hash, o.secret_since, b.back + 1
    FROM devices o JOIN before b ON o.id = b.follows_id)
  SELECT id, networks, secret_hash, secret_since FROM before WHERE organisation_id = ${organisationId} ORDER BY back LIMIT 1`;

/**
 * Ends the record of a device, which keeps its data, and creates the one that continues in another organisation, in no
 * vehicle: this way no call there can read earlier data. Allowed networks and the secret stay with the former
 * organisation, which knows the secret and must not be able to report for the device: a device that had one is refused
 * until it gets another. A returning device gets back those that it had there.
 */
export async function succeedDevice(
  db: Queryable,
  actor: Actor,
  deviceId: number,
  organisationId: number,
  at: string,
): Promise<DeviceMoved> {
  await audited(db, actor, { subject: 'device', id: deviceId, action: 'move' }, async () => {
    await db.query('UPDATE devices SET deleted_at = $2 WHERE id = $1', [deviceId, at]);
    return deviceId;
  });
  const to = await audited(db, actor, { subject: 'device', id: null, action: 'move' }, async () => {
    // Nobody knows a secret whose hash is these random bytes.
    const made = await db.query<{ id: number }>(
      `INSERT INTO devices (organisation_id, identity, protocol, model, sim_number, networks, secret_hash, secret_since, spoken,
         follows_id, begins_at, strays_due)
       SELECT $2, d.identity, d.protocol, d.model, d.sim_number, coalesce(own.networks, '{}'),
         CASE WHEN own.id IS NOT NULL THEN own.secret_hash WHEN d.secret_hash IS NOT NULL THEN $4::bytea END,
         CASE WHEN own.id IS NOT NULL THEN own.secret_since WHEN d.secret_hash IS NOT NULL THEN $3::timestamptz END,
         d.spoken, d.id, $3, true
       FROM devices d LEFT JOIN LATERAL (${guardThereSql('d.id', '$2')}) own ON true WHERE d.id = $1 RETURNING id`,
      [deviceId, organisationId, at, randomBytes(32)],
    );
    return onlyRow(made).id;
  });
  return { from: deviceId, to, at: Date.parse(at) };
}
