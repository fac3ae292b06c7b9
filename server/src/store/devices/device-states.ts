import type { Attributes } from '@milepost/protocols/types';
import type { EngineState } from '@milepost/tracking/engine';
import { type MotionState, newMotion } from '@milepost/tracking/motion';
import type { Queryable } from '../database.ts';

/** The newest values that a device reported, and its tracking state. Times are epoch milliseconds. */
export interface DeviceState {
  deviceId: number;
  /** When its last frame was received. */
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
  /** All attributes known so far, each with its newest value. */
  attributes: Attributes;
  motion: MotionState;
  /** True if `fixTime` is the time of receipt, because the device's clock is wrong or it reported no time. */
  fixByReceipt: boolean;
  /** The impossible time of its clock, from the newest report with a time; null if the clock is right. */
  clockSays: number | null;
  /** The number of its reports with an impossible time in the last days, by day of receipt (UTC, as `2026-11-22`). */
  clockFaults: Record<string, number>;
}

/** The stored form of a motion: values equal to the initial state are omitted. */
export type StoredMotion = Partial<Omit<MotionState, 'engine'>> & { engine?: StoredEngine };

type StoredEngine = Partial<Omit<EngineState, 'wire' | 'voltage' | 'revolutions'>> & {
  wire?: Partial<Omit<EngineState['wire'], 'evidence'>> & { evidence?: Partial<EngineState['wire']['evidence']> };
  voltage?: Partial<EngineState['voltage']>;
  revolutions?: Partial<EngineState['revolutions']>;
};

const NEVER = newMotion();

/**
 * Builds the stored tracking state of a device, for each of its reports. Concatenated by hand, since `JSON.stringify`
 * took a fifth of the server's processor time. Values equal to the initial state are omitted, since PostgreSQL parses
 * every byte and writes it to the row and to the WAL. The fields that change with each report come first, as the WAL
 * omits an unchanged suffix of an updated row. Non-finite numbers are null.
 */
export function trackingJson({
  motion,
  clockSays,
  clockFaults,
  fixByReceipt,
}: Pick<DeviceState, 'motion' | 'clockSays' | 'clockFaults' | 'fixByReceipt'>): string {
  const { at, movedAt, place, engine, slowSince, intervalS, since, ignition } = motion;
  let json = `{${field('clockSays', clockSays, null)}${faultsJson(clockFaults)}`;
  if (fixByReceipt) json += '"fixByReceipt":true,';
  json += `"motion":{${field('at', at, null)}${field('movedAt', movedAt, null)}`;
  if (place) json += `"place":{"since":${text(place.since)},"lat":${text(place.lat)},"lon":${text(place.lon)}},`;
  json += `"engine":${engineJson(engine)},${field('slowSince', slowSince, null)}${field('intervalS', intervalS, null)}`;
  return `${json}${field('since', since, null)}${field('ignition', ignition, null)}"motion":"${motion.motion}"}}`;
}

type Scalar = number | boolean | null;

const text = (value: Scalar): string =>
  value === null || (typeof value === 'number' && !Number.isFinite(value)) ? 'null' : `${value}`;

/** Followed by a comma; empty if equal to the initial state. */
const field = (name: string, value: Scalar, before: Scalar): string =>
  value === before ? '' : `"${name}":${text(value)},`;

function engineJson({ on, since, source, wire, voltage, revolutions, at }: EngineState): string {
  let json = `{${field('at', at, null)}`;
  if (voltage.driveN + voltage.restN > 0 || voltage.running !== null) json += `"voltage":${voltageJson(voltage)},`;
  if (revolutions.rpm !== null) json += `"revolutions":${JSON.stringify(revolutions)},`;
  if (wire.on !== null) json += `"wire":${wireJson(wire)},`;
  return `${json}${field('on', on, null)}${field('since', since, 0)}"source":"${source}"}`;
}

function voltageJson(voltage: EngineState['voltage']): string {
  const { at, driveV, driveN, restV, restN, aboveShare, since, turnedAt, running } = voltage;
  const levels = `${field('driveV', driveV, 0)}${field('driveN', driveN, 0)}${field('restV', restV, 0)}${field('restN', restN, 0)}`;
  const others = `${field('aboveShare', aboveShare, 1)}${field('turnedAt', turnedAt, null)}${field('since', since, 0)}`;
  return `{${field('at', at, 0)}${levels}${others}"running":${text(running)}}`;
}

function wireJson(wire: EngineState['wire']): string {
  const { evidence, doubt, offWays, drivenAt, offOnWayS, since, believed, proven, on } = wire;
  let json = `{${evidenceJson(evidence)}`;
  if (offOnWayS !== undefined) json += `"offOnWayS":${text(offOnWayS)},`;
  if (drivenAt !== undefined) json += `"drivenAt":${text(drivenAt)},`;
  if (offWays !== undefined) json += `"offWays":${JSON.stringify(offWays)},`;
  if (doubt !== null) json += `"doubt":${JSON.stringify(doubt)},`;
  return `${json}${field('believed', believed, true)}${field('proven', proven, false)}${field('since', since, 0)}"on":${text(on)}}`;
}

function evidenceJson(evidence: EngineState['wire']['evidence']): string {
  const { onAtRestS, onStandingS, offStandingS, offDrivingS, onDrivingS } = evidence;
  const on = `${field('onDrivingS', onDrivingS, 0)}${field('onStandingS', onStandingS, 0)}${field('onAtRestS', onAtRestS, 0)}`;
  const json = `${on}${field('offDrivingS', offDrivingS, 0)}${field('offStandingS', offStandingS, 0)}`;
  return json === '' ? '' : `"evidence":{${json.slice(0, -1)}},`;
}

/** A part of `trackingJson`; few devices have any. */
function faultsJson(clockFaults: Record<string, number>): string {
  const json = JSON.stringify(clockFaults);
  return json === '{}' ? '' : `"clockFaults":${json},`;
}

/** Restores a stored motion, with the omitted values. */
export function motionOf(stored: StoredMotion | undefined): MotionState {
  const { engine = {} } = stored ?? {};
  const { wire, voltage, revolutions } = NEVER.engine;
  return {
    ...NEVER,
    ...stored,
    engine: {
      ...NEVER.engine,
      ...engine,
      wire: { ...wire, ...engine.wire, evidence: { ...wire.evidence, ...engine.wire?.evidence } },
      voltage: { ...voltage, ...engine.voltage },
      revolutions: { ...revolutions, ...engine.revolutions },
    },
  };
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
  /** Fields can be missing if an earlier version wrote it. */
  tracking: {
    motion?: StoredMotion;
    clockSays?: number | null;
    clockFaults?: Record<string, number>;
    fixByReceipt?: boolean;
  };
}

/** The states of these devices, or of all; devices that never reported have none. */
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
