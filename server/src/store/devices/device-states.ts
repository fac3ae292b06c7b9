import type { Attributes } from '@milepost/protocols/types';
import type { EngineState } from '@milepost/tracking/engine';
import { type MotionState, newMotion } from '@milepost/tracking/motion';
import type { Queryable } from '../database.ts';

/** The newest of everything a device said, and its tracking state. Times are epoch milliseconds. */
export interface DeviceState {
  deviceId: number;
  /** When any frame of it was last received. */
  heardAt: number;
  /** The newest valid fix; null before the first. */
  fixTime: number | null;
  receivedAt: number | null;
  lat: number | null;
  lon: number | null;
  altitudeM: number | null;
  speedKph: number;
  courseDeg: number;
  /** POSITION_FLAG bits of the newest report. */
  flags: number;
  satellites: number | null;
  batteryPercent: number | null;
  powerMv: number | null;
  rssi: number | null;
  /** All attributes known so far, newest value each. */
  attributes: Attributes;
  motion: MotionState;
  /** Whether `fixTime` is the time of receipt, since the device's clock cannot be right or stated no time. */
  fixByReceipt: boolean;
  /** What its clock said where that cannot be, by the newest report that told a time; null where it is right. */
  clockSays: number | null;
  /** Its reports with a time that cannot be, by the day (UTC, as `2026-11-22`) on which they came: of the last days. */
  clockFaults: Record<string, number>;
}

/** A motion as it is stored: what was never heard of is left out. */
export type StoredMotion = Partial<Omit<MotionState, 'engine'>> & { engine?: Partial<EngineState> };

/** What is written of the tracking of a device. */
export function trackingJson({
  motion,
  clockSays,
  clockFaults,
  fixByReceipt,
}: Pick<DeviceState, 'motion' | 'clockSays' | 'clockFaults' | 'fixByReceipt'>): string {
  const { voltage, revolutions, wire, ...engine } = motion.engine;
  const heard: StoredMotion['engine'] = { ...engine };
  if (wire.on !== null) heard.wire = wire;
  if (voltage.driveN + voltage.restN > 0 || voltage.running !== null) heard.voltage = voltage;
  if (revolutions.rpm !== null) heard.revolutions = revolutions;
  const faults = Object.keys(clockFaults).length > 0 ? { clockFaults } : {};
  return JSON.stringify({
    motion: { ...motion, engine: heard },
    clockSays,
    ...faults,
    ...(fixByReceipt && { fixByReceipt }),
  });
}

/** A motion as it was stored, with what was left out. */
export function motionOf(stored: StoredMotion | undefined): MotionState {
  const never = newMotion();
  return { ...never, ...stored, engine: { ...never.engine, ...stored?.engine } };
}

interface StateRow {
  device_id: number;
  heard_at: Date;
  fix_time: Date | null;
  received_at: Date | null;
  lat: number | null;
  lon: number | null;
  altitude_m: number | null;
  speed_dkph: number | null;
  course_deg: number | null;
  flags: number | null;
  satellites: number | null;
  battery_percent: number | null;
  power_mv: number | null;
  rssi: number | null;
  attributes: Attributes | null;
  /** Written by a version before, it may lack some. */
  tracking: {
    motion?: StoredMotion;
    clockSays?: number | null;
    clockFaults?: Record<string, number>;
    fixByReceipt?: boolean;
  };
}

/** States of these devices, or of all; devices that never reported have none. */
export async function loadDeviceStates(database: Queryable, deviceIds?: readonly number[]): Promise<DeviceState[]> {
  const { rows } = await database.query<StateRow>(
    'SELECT * FROM device_states WHERE $1::int[] IS NULL OR device_id = ANY($1)',
    [deviceIds ?? null],
  );
  return rows.map((row) => ({
    deviceId: row.device_id,
    heardAt: row.heard_at.getTime(),
    fixTime: row.fix_time?.getTime() ?? null,
    receivedAt: row.received_at?.getTime() ?? null,
    lat: row.lat === null ? null : row.lat / 1e7,
    lon: row.lon === null ? null : row.lon / 1e7,
    altitudeM: row.altitude_m,
    speedKph: (row.speed_dkph ?? 0) / 10,
    courseDeg: row.course_deg ?? 0,
    flags: row.flags ?? 0,
    satellites: row.satellites,
    batteryPercent: row.battery_percent,
    powerMv: row.power_mv,
    rssi: row.rssi,
    attributes: row.attributes ?? {},
    motion: motionOf(row.tracking.motion),
    clockSays: row.tracking.clockSays ?? null,
    clockFaults: row.tracking.clockFaults ?? {},
    fixByReceipt: row.tracking.fixByReceipt ?? false,
  }));
}
