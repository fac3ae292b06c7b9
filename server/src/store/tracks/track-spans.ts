import type { Queryable } from '../database.ts';
import type { DeviceRange } from './device-range.ts';
import { microsSql } from './device-range.ts';
import type { TrackWindow } from './track-windows.ts';

/** An installation of a device in the vehicle, cut to the requested range; times as PostgreSQL writes them. */
export interface TrackSpan {
  deviceId: number;
  from: string;
  to: string;
  /** The same in microseconds. */
  fromMicros: number;
  toMicros: number;
  /** The factor for the device's speeds. */
  speedFactor: number;
}

/** The devices that make up the track of a vehicle from `from` up to `to` (exclusive), in order of time. */
export async function trackSpans(db: Queryable, vehicleId: number, from: Date, to: Date): Promise<TrackSpan[]> {
  const { rows } = await db.query<TrackSpan>(
    `SELECT device_id AS "deviceId", greatest(installed_at, $2::timestamptz)::text AS from,
            least(removed_at, $3::timestamptz)::text AS to,
            ${microsSql('greatest(installed_at, $2::timestamptz)')} AS "fromMicros",
            ${microsSql('least(removed_at, $3::timestamptz)')} AS "toMicros", speed_factor AS "speedFactor"
     FROM installations
     WHERE vehicle_id = $1 AND installed_at < $3 AND coalesce(removed_at, 'infinity') > $2
     ORDER BY installed_at`,
    [vehicleId, from, to],
  );
  return rows;
}

/** The part of a span within a window. */
export const rangeWithin = ({ deviceId, fromMicros, toMicros }: TrackSpan, window: TrackWindow): DeviceRange => ({
  deviceId,
  from: Math.max(fromMicros, Date.parse(window.from) * 1000),
  to: Math.min(toMicros, Date.parse(window.to) * 1000),
});

/** The valid fixes of a span, as `p`; parameters 1 to 3 are its device, start and end. */
export const SPAN_FIXES = `positions p
  WHERE p.device_id = $1 AND p.fix_time >= $2::timestamptz AND p.fix_time < $3::timestamptz AND p.flags & 1 = 1`;
