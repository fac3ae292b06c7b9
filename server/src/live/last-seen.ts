import type { Queryable } from '../store/database.ts';
import type { DeviceState } from '../store/devices/device-states.ts';
import { readVehicleStates } from '../store/fleet/vehicle-devices.ts';
import { vehicleStatus } from './vehicle-status.ts';

/** When somebody was last known to be inside, where that is no longer of now: an instant, else null. */
export type LastSeenOf = (visit: {
  vehicleId: number;
  end: string | null;
  start: string;
  durationS: number;
}) => string | null;

/**
 * For visits that go on: when the vehicle was last heard, where its device is silent or inactive at that moment
 * (docs/decisions/0031). What a visit that ended, or a vehicle that is heard, says is known.
 * @param at the moment that is spoken of, epoch milliseconds
 */
export async function readLastSeen(db: Queryable, vehicleIds: readonly number[], at: number): Promise<LastSeenOf> {
  const states = await readVehicleStates(db, [...new Set(vehicleIds)]);
  return ({ vehicleId, end, start, durationS }) => {
    if (end !== null) return null;
    const state = states.get(vehicleId);
    // A device that was taken out says nothing more: the visit itself knows until when.
    const lastSeen = state ? silentSince(state, at) : Date.parse(start) + durationS * 1000;
    // It may be before the visit: a geofence can be drawn round a vehicle that has been silent for hours.
    return lastSeen === null ? null : new Date(lastSeen).toISOString();
  };
}

/** Since when nothing is known of the vehicle of a device as of that moment; null where something is. */
export function silentSince(state: DeviceState, at: number): number | null {
  const { status, since } = vehicleStatus(state, at);
  // Heard after that moment: what was known of it came since.
  if (since === null || since >= at) return null;
  return status === 'silent' || status === 'inactive' ? since : null;
}
