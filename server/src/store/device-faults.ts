import type { DeviceFault } from '@milepost/contract/device-fault';
import { FAULT_DAYS } from '@milepost/contract/engine-constants';
import { addHealth, deviceFaults, noHealth } from '@milepost/tracking/device-faults';
import type { DayHealth } from '@milepost/tracking/fact';
import type { Queryable } from './database.ts';
import { readDoubts } from './device-doubts.ts';

/**
 * What the devices show wrong, or what was done in their name, that are in these vehicles now, by what they sent in them over the last days; vehicles
 * without a fault are missing. The caller has checked who may see them.
 */
export async function readDeviceFaults(
  db: Queryable,
  vehicleIds: readonly number[],
): Promise<Map<number, DeviceFault[]>> {
  // The date of Greenwich may be a day off that of the organisation: in doubt a day more.
  const { rows } = await db.query<{ id: number; health: Partial<DayHealth> }>(
    `SELECT i.vehicle_id AS id, d.health
     FROM installations i JOIN day_totals d ON d.installation_id = i.id
     WHERE i.vehicle_id = ANY($1) AND i.removed_at IS NULL AND d.day > current_date - $2::int AND d.health <> '{}'`,
    [vehicleIds, FAULT_DAYS],
  );
  const found = new Map<number, DeviceFault[]>();
  for (const [id, days] of Map.groupBy(rows, (row) => row.id)) {
    const sum = noHealth();
    for (const { health } of days) addHealth(sum, { ...noHealth(), ...health });
    const faults = deviceFaults(sum);
    if (faults.length > 0) found.set(id, faults);
  }
  for (const { vehicleId, faults } of await readDoubts(db, { vehicleIds })) {
    if (vehicleId !== null) found.set(vehicleId, [...(found.get(vehicleId) ?? []), ...faults]);
  }
  return found;
}
