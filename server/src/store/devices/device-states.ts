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

/**
 * What is written of the tracking of a device, once for each of its reports: put together by hand, since `JSON.stringify` took a
 * fifth of the server's processor time. Whatever is not a finite number is null, as there.
 */
export function trackingJson({
  motion,
  clockSays,
  clockFaults,
  fixByReceipt,
}: Pick<DeviceState, 'motion' | 'clockSays' | 'clockFaults' | 'fixByReceipt'>): string {
  const { place, engine } = motion;
  return `{"motion":{"motion":"${motion.motion}","since":${number(motion.since)},"ignition":${flag(motion.ignition)},"engine":${engineJson(engine)},"place":${
    place && `{"lat":${number(place.lat)},"lon":${number(place.lon)},"since":${number(place.since)}}`
  },"slowSince":${number(motion.slowSince)},"at":${number(motion.at)},"movedAt":${number(
    motion.movedAt,
  )},"intervalS":${number(motion.intervalS)}},"clockSays":${number(clockSays)}${faultsJson(clockFaults)}${
    fixByReceipt ? ',"fixByReceipt":true' : ''
  }}`;
}

const number = (value: number | null): string => (value === null || !Number.isFinite(value) ? 'null' : `${value}`);

/** A state that an older version stored may lack some. */
const flag = (value: boolean | null): string => (value === true ? 'true' : value === false ? 'false' : 'null');

function engineJson({ on, since, source, wire, voltage, revolutions, at }: EngineState): string {
  let json = `{"on":${flag(on)},"since":${number(since)},"source":"${source}","at":${number(at)}`;
  if (wire.on !== null) json += `,"wire":${wireJson(wire)}`;
  if (voltage.driveN + voltage.restN > 0 || voltage.running !== null) json += `,"voltage":${voltageJson(voltage)}`;
  if (revolutions.rpm !== null) {
    const { rpm, changedAt, proven } = revolutions;
    json += `,"revolutions":{"rpm":${number(rpm)},"at":${number(revolutions.at)},"changedAt":${number(
      changedAt,
    )},"proven":${flag(proven)}}`;
  }
  return `${json}}`;
}

function wireJson(wire: EngineState['wire']): string {
  const { onAtRestS, onStandingS, offStandingS, offDrivingS, onDrivingS } = wire.evidence;
  let json = `{"on":${flag(wire.on)},"since":${number(wire.since)},"believed":${flag(wire.believed)},"proven":${flag(wire.proven)},"doubt":${JSON.stringify(wire.doubt)},"evidence":{"onAtRestS":${number(onAtRestS)},"onStandingS":${number(
    onStandingS,
  )},"offStandingS":${number(offStandingS)},"offDrivingS":${number(offDrivingS)},"onDrivingS":${number(onDrivingS)}}`;
  if (wire.offWays !== undefined) json += `,"offWays":${JSON.stringify(wire.offWays)}`;
  if (wire.drivenAt !== undefined) json += `,"drivenAt":${number(wire.drivenAt)}`;
  if (wire.offOnWayS !== undefined) json += `,"offOnWayS":${number(wire.offOnWayS)}`;
  return `${json}}`;
}

function voltageJson(voltage: EngineState['voltage']): string {
  return `{"driveV":${number(voltage.driveV)},"driveN":${number(voltage.driveN)},"restV":${number(
    voltage.restV,
  )},"restN":${number(voltage.restN)},"aboveShare":${number(voltage.aboveShare)},"running":${flag(voltage.running)},"since":${number(voltage.since)},"at":${number(voltage.at)},"turnedAt":${number(voltage.turnedAt)}}`;
}

/** A part of `trackingJson`; few devices have any. */
function faultsJson(clockFaults: Record<string, number>): string {
  const json = JSON.stringify(clockFaults);
  return json === '{}' ? '' : `,"clockFaults":${json}`;
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
