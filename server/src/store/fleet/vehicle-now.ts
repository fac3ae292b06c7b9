import type { OperationOutput } from '@milepost/contract/operation';
import type { Operations } from '@milepost/contract/operations';
import { POSITION_FLAG } from '@milepost/tracking/position';
import type { Queryable } from '../database.ts';

type Attributes = OperationOutput<Operations['get-vehicle-now']>['attributes'];

interface StateRow {
  fix_time: Date | null;
  received_at: Date | null;
  lat: number | null;
  lon: number | null;
  speed_dkph: number | null;
  flags: number | null;
  satellites: number | null;
  battery_percent: number | null;
  power_mv: number | null;
  rssi: number | null;
  attributes: Attributes | null;
  clock_says: number | null;
}

/** The newest position of a vehicle, and the other values that its device reported with it. */
export interface VehicleNow {
  position: { lat: number; lon: number; fixTime: string; receivedAt: string; speedKph: number } | null;
  /** Present in private time: the position is the last public one. */
  isPrivate?: true;
  attributes: Attributes;
  /** The time by the device's clock if that is impossible: its reports are not used for trips. Null if it is right. */
  clockSays: string | null;
}

/** Reads the newest state of the device in the vehicle. Data from its time in another vehicle is not shown. */
export async function readVehicleNow(db: Queryable, vehicleId: number): Promise<VehicleNow> {
  const { rows } = await db.query<StateRow>(
    `SELECT s.fix_time, s.received_at, s.lat, s.lon, s.speed_dkph, s.flags, s.satellites, s.battery_percent,
            s.power_mv, s.rssi, s.attributes, (s.tracking->>'clockSays')::float8 AS clock_says
     FROM installations i JOIN device_states s ON s.device_id = i.device_id
     WHERE i.vehicle_id = $1 AND i.removed_at IS NULL AND s.heard_at >= i.installed_at`,
    [vehicleId],
  );
  const row = rows[0];
  if (!row) return { position: null, attributes: {}, clockSays: null };
  const deviceTime = row.clock_says === null ? null : new Date(row.clock_says).toISOString();
  const isPrivate = ((row.flags ?? 0) & POSITION_FLAG.private) !== 0;
  return {
    position: toPosition(row),
    ...(isPrivate && { isPrivate }),
    attributes: toAttributes(row),
    clockSays: deviceTime,
  };
}

function toPosition({ fix_time, received_at, lat, lon, speed_dkph }: StateRow): VehicleNow['position'] {
  if (!fix_time || !received_at || lat === null || lon === null) return null;
  return {
    lat: lat / 1e7,
    lon: lon / 1e7,
    fixTime: fix_time.toISOString(),
    receivedAt: received_at.toISOString(),
    speedKph: (speed_dkph ?? 0) / 10,
  };
}

/** Adds the attributes that are stored in columns of their own to the others. */
function toAttributes(row: StateRow): Attributes {
  const flags = row.flags ?? 0;
  const attributes: Attributes = { ...row.attributes };
  if (row.satellites !== null) attributes.satellites = row.satellites;
  if (row.battery_percent !== null) attributes.batteryPercent = row.battery_percent;
  if (row.power_mv !== null) attributes.powerV = row.power_mv / 1000;
  if (row.rssi !== null) attributes.rssi = row.rssi;
  if (flags & POSITION_FLAG.ignitionKnown) attributes.ignition = (flags & POSITION_FLAG.ignitionOn) !== 0;
  if (flags & POSITION_FLAG.motionKnown) attributes.motion = (flags & POSITION_FLAG.motionOn) !== 0;
  if (flags & POSITION_FLAG.archived) attributes.archived = true;
  return attributes;
}
