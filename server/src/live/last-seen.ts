import type { Queryable } from '../store/database.ts';
import type { DeviceState } from '../store/devices/device-states.ts';
import { readVehicleStates } from '../store/fleet/vehicle-devices.ts';
import { vehicleStatus } from './vehicle-status.ts';

/** The time when a visitor was last known to be inside, when that is outdated; null otherwise. */
export type LastSeenOf = (visit: {
  vehicleId: number;
  end: string | null;
  start: string;
  durationS: number;
}) => string | null;

/**
 * For visits in progress: the time of the vehicle's last report, when its device is silent or inactive at that moment
 * (docs/decisions/0031). Null for visits that ended, and for vehicles that report.
 * @param at the moment in question, epoch milliseconds
 */
export async function readLastSeen(db: Queryable, vehicleIds: readonly number[], at: number): Promise<LastSeenOf> {
  const states = await readVehicleStates(db, [...new Set(vehicleIds)]);
  return ({ vehicleId, end, start, durationS }) => {
    if (end !== null) return null;
    const state = states.get(vehicleId);
    // A removed device reports no more, so the visit's own duration gives its last known moment.
    const lastSeen = state ? silentSince(state, at) : Date.parse(start) + durationS * 1000;
    // This can be before the visit: a geofence can be drawn around a vehicle that has been silent for hours.
    return lastSeen === null ? null : new Date(lastSeen).toISOString();
  };
}

/** The time since when the state of a device's vehicle is unknown, as of that moment; null when it is known. */
export function silentSince(state: DeviceState, at: number): number | null {
  const { status, since } = vehicleStatus(state, at);
  // The silence began after that moment, so the state was still known then.
  if (since === null || since >= at) return null;
  return status === 'silent' || status === 'inactive' ? since : null;
}
