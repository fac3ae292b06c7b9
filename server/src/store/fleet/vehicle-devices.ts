import type { Queryable } from '../database.ts';
import { type DeviceState, loadDeviceStates } from '../devices/device-states.ts';

/**
 * The newest state of the devices in these vehicles. Vehicles without a device, or without contact since it was
 * installed, have none.
 */
export async function readVehicleStates(
  db: Queryable,
  vehicleIds: readonly number[],
): Promise<ReadonlyMap<number, DeviceState>> {
  const { rows } = await db.query<{ vehicleId: number; deviceId: number; installedAt: Date }>(
    `SELECT vehicle_id AS "vehicleId", device_id AS "deviceId", installed_at AS "installedAt" FROM installations
     WHERE vehicle_id = ANY($1) AND removed_at IS NULL`,
    [vehicleIds],
  );
  const states = await loadDeviceStates(
    db,
    rows.map(({ deviceId }) => deviceId),
  );
  const byDevice = new Map(states.map((state) => [state.deviceId, state]));
  return new Map(
    rows.flatMap(({ vehicleId, deviceId, installedAt }) => {
      const state = byDevice.get(deviceId);
      return state && state.heardAt >= installedAt.getTime() ? [[vehicleId, state] as const] : [];
    }),
  );
}
