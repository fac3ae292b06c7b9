import { POSITION_FLAG } from '@milepost/tracking/position';
import type { Coordinates } from '@milepost/tracking/geo';
import type { Queryable } from '../database.ts';
import type { DeviceState } from '../devices/device-states.ts';

/** A time of a device that became private, with the last public place before it. Epoch milliseconds. */
export interface SealedPlace {
  deviceId: number;
  from: number;
  /** Exclusive. */
  to: number;
  /** Null if there is none. */
  place: Coordinates | null;
}

const { private: PRIVATE, valid: VALID } = POSITION_FLAG;

/**
 * Replaces the place of a device by the last public one if its newest fix is in the time.
 * @returns whether it did
 */
export async function sealDeviceState(db: Queryable, { deviceId, from, to, place }: SealedPlace): Promise<boolean> {
  const { rowCount } = await db.query(
    `UPDATE device_states SET lat = $4, lon = $5, altitude_m = NULL, course_deg = 0,
       fix_time = CASE WHEN $4::int IS NOT NULL THEN fix_time END,
       received_at = CASE WHEN $4::int IS NOT NULL THEN received_at END,
       flags = (coalesce(flags, 0) & ~${VALID}) | ${PRIVATE}
     WHERE device_id = $1 AND fix_time >= $2 AND fix_time < $3`,
    [
      deviceId,
      new Date(from),
      new Date(to),
      place && Math.round(place.lat * 1e7),
      place && Math.round(place.lon * 1e7),
    ],
  );
  return rowCount === 1;
}

/** The same for a state in memory. */
export function sealState(state: DeviceState, { from, to, place }: SealedPlace): boolean {
  if (state.fixTime === null || state.fixTime < from || state.fixTime >= to) return false;
  state.lat = place?.lat ?? null;
  state.lon = place?.lon ?? null;
  state.altitudeM = null;
  state.courseDeg = 0;
  if (!place) state.fixTime = state.receivedAt = null;
  state.flags = (state.flags & ~VALID) | PRIVATE;
  return true;
}
