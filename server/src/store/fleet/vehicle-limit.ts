import type { ParsedInput } from '@milepost/contract/operation';
import type { Operations } from '@milepost/contract/operations';
import type { PlainCode } from '@milepost/contract/fault';
import { fieldError } from '../../errors.ts';
import type { Queryable } from '../database.ts';
import { andSeenDevice, holdsGroup, type Scope } from '../scope.ts';
import { isDriverSeen } from '../drivers/drivers.ts';

interface Belongings {
  groupId: number | null;
  driverId: number | null;
  deviceId: number | null;
}

const EMPTY_BELONGINGS: Belongings = { groupId: null, driverId: null, deviceId: null };

/**
 * People limited to some vehicles can only move vehicles between groups that they see completely, and only add drivers
 * and devices that they can see elsewhere. Unchanged values are not checked.
 * @throws AppError `invalid` at the field
 */
export async function checkVehicleLimit(
  db: Queryable,
  scope: Scope,
  input: ParsedInput<Operations['save-vehicle']>,
): Promise<void> {
  if (scope.limit === null) return;
  const before = input.id === undefined ? null : await belongingsOf(db, input.id);
  const { groupId, driverId, deviceId } = before ?? EMPTY_BELONGINGS;
  const fields: Record<string, PlainCode> = {};
  const held = (id: number | null) => id !== null && holdsGroup(scope, id);
  const moved = before === null || input.groupId !== groupId;
  if (moved && !(held(input.groupId) && (groupId === null || held(groupId)))) {
    fields['groupId'] = 'limit-group';
  }
  if (input.driverId !== null && input.driverId !== driverId && !(await isDriverSeen(db, scope, input.driverId))) {
    fields['driverId'] = 'driver-unavailable';
  }
  if (input.deviceId != null && input.deviceId !== deviceId && !(await isDeviceSeen(db, scope, input.deviceId))) {
    fields['deviceId'] = 'device-unavailable';
  }
  if (Object.keys(fields).length > 0) throw fieldError('invalid', fields);
}

async function belongingsOf(db: Queryable, vehicleId: number): Promise<Belongings> {
  const { rows } = await db.query<Belongings>(
    `SELECT v.group_id AS "groupId", a.driver_id AS "driverId", i.device_id AS "deviceId" FROM vehicles v
     LEFT JOIN driver_assignments a ON a.vehicle_id = v.id AND a.to_time IS NULL AND a.source = 'usual'
     LEFT JOIN installations i ON i.vehicle_id = v.id AND i.removed_at IS NULL WHERE v.id = $1`,
    [vehicleId],
  );
  return rows[0] ?? EMPTY_BELONGINGS;
}

async function isDeviceSeen(db: Queryable, scope: Scope, id: number): Promise<boolean> {
  const { rowCount } = await db.query(`SELECT FROM devices WHERE id = $1${andSeenDevice(scope, 'id')}`, [id]);
  return rowCount === 1;
}
