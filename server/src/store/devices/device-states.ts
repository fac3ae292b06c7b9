import type { Attributes } from '@milepost/protocols/types';
import type { EngineState } from '@milepost/tracking/engine';
import { type MotionState, newMotion } from '@milepost/tracking/motion';
import type { Queryable } from '../database.ts';
import { PARTITIONS } from '../ingest/owners.ts';
import type { JsonBytes } from '../json-bytes.ts';

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
 * Writes the tracking state of a device as JSON, for each of its reports. Written field by field, since `JSON.stringify`
 * took a fifth of the server's processor time. Values equal to the initial state are omitted, since PostgreSQL parses
 * every byte and writes it to the row and to the WAL. The fields that change with each report come first, as the WAL
 * omits an unchanged suffix of an updated row. Non-finite numbers are null.
 */
export function writeTracking(
  json: JsonBytes,
  {
    motion,
    clockSays,
    clockFaults,
    fixByReceipt,
  }: Pick<DeviceState, 'motion' | 'clockSays' | 'clockFaults' | 'fixByReceipt'>,
): void {
  const { at, movedAt, place, engine, slowSince, intervalS, since, ignition } = motion;
  json.ascii('{');
  field(json, '"clockSays":', clockSays, null);
  writeFaults(json, clockFaults);
  if (fixByReceipt) json.ascii('"fixByReceipt":true,');
  json.ascii('"motion":{');
  field(json, '"at":', at, null);
  field(json, '"movedAt":', movedAt, null);
  if (place) {
    json.ascii('"place":{"since":');
    json.value(place.since);
    json.ascii(',"lat":');
    json.value(place.lat);
    json.ascii(',"lon":');
    json.value(place.lon);
    json.ascii('},');
  }
  writeEngine(json, engine);
  field(json, '"slowSince":', slowSince, null);
  field(json, '"intervalS":', intervalS, null);
  field(json, '"since":', since, null);
  field(json, '"ignition":', ignition, null);
  json.ascii('"motion":"');
  json.ascii(motion.motion);
  json.ascii('"}}');
}

type Scalar = number | boolean | null;

/** Writes a field followed by a comma, or nothing if its value is still that before the first report. */
function field(json: JsonBytes, name: string, value: Scalar, before: Scalar): void {
  if (value === before) return;
  json.ascii(name);
  json.value(value);
  json.ascii(',');
}

function writeEngine(json: JsonBytes, { on, since, source, wire, voltage, revolutions, at }: EngineState): void {
  json.ascii('"engine":{');
  field(json, '"at":', at, null);
  if (voltage.driveN + voltage.restN > 0 || voltage.running !== null) writeVoltage(json, voltage);
  if (revolutions.rpm !== null) json.text(`"revolutions":${JSON.stringify(revolutions)},`);
  if (wire.on !== null) writeWire(json, wire);
  field(json, '"on":', on, null);
  field(json, '"since":', since, 0);
  json.ascii('"source":"');
  json.ascii(source);
  json.ascii('"},');
}

function writeVoltage(json: JsonBytes, voltage: EngineState['voltage']): void {
  const { at, driveV, driveN, restV, restN, aboveShare, since, turnedAt, running } = voltage;
  json.ascii('"voltage":{');
  field(json, '"at":', at, 0);
  field(json, '"driveV":', driveV, 0);
  field(json, '"driveN":', driveN, 0);
  field(json, '"restV":', restV, 0);
  field(json, '"restN":', restN, 0);
  field(json, '"aboveShare":', aboveShare, 1);
  field(json, '"turnedAt":', turnedAt, null);
  field(json, '"since":', since, 0);
  json.ascii('"running":');
  json.value(running);
  json.ascii('},');
}

function writeWire(json: JsonBytes, wire: EngineState['wire']): void {
  const { evidence, doubt: finding, offWays, drivenAt, offOnWayS, since, believed, proven, on } = wire;
  json.ascii('"wire":{');
  writeEvidence(json, evidence);
  if (offOnWayS !== undefined) field(json, '"offOnWayS":', offOnWayS, null);
  if (drivenAt !== undefined) field(json, '"drivenAt":', drivenAt, null);
  if (offWays !== undefined) json.text(`"offWays":${JSON.stringify(offWays)},`);
  if (finding !== null) json.text(`"doubt":${JSON.stringify(finding)},`);
  field(json, '"believed":', believed, true);
  field(json, '"proven":', proven, false);
  field(json, '"since":', since, 0);
  json.ascii('"on":');
  json.value(on);
  json.ascii('},');
}

function writeEvidence(json: JsonBytes, evidence: EngineState['wire']['evidence']): void {
  const { onAtRestS, onStandingS, offStandingS, offDrivingS, onDrivingS } = evidence;
  if (onDrivingS === 0 && onStandingS === 0 && onAtRestS === 0 && offDrivingS === 0 && offStandingS === 0) return;
  json.ascii('"evidence":{');
  field(json, '"onDrivingS":', onDrivingS, 0);
  field(json, '"onStandingS":', onStandingS, 0);
  field(json, '"onAtRestS":', onAtRestS, 0);
  field(json, '"offDrivingS":', offDrivingS, 0);
  json.ascii('"offStandingS":');
  json.value(offStandingS);
  json.ascii('},');
}

/** Writes the clock faults if there are any: few devices have them. */
function writeFaults(json: JsonBytes, clockFaults: Record<string, number>): void {
  const faults = JSON.stringify(clockFaults);
  if (faults !== '{}') json.text(`"clockFaults":${faults},`);
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
  return statesOf(rows);
}

/** The states of the devices of these partitions, by their ids alone, and of further ones. */
export async function loadPartitionStates(
  database: Queryable,
  partitions: readonly number[],
  deviceIds: readonly number[],
): Promise<DeviceState[]> {
  const { rows } = await database.query<StateRow>(
    `SELECT * FROM device_states WHERE device_id % ${PARTITIONS} = ANY($1) OR device_id = ANY($2)`,
    [partitions, deviceIds],
  );
  return statesOf(rows);
}

function statesOf(rows: readonly StateRow[]): DeviceState[] {
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
