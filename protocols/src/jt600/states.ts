import type { ByteReader } from '../tools/bytes.ts';
import type { AlarmCode, Attributes } from '../types.ts';

const has = (bits: number, bit: number) => ((bits >>> bit) & 1) === 1;

type Alarms = readonly (readonly [bit: number, alarm: AlarmCode])[];
const raised = (bits: number, alarms: Alarms) => alarms.flatMap(([bit, alarm]) => (has(bits, bit) ? [alarm] : []));
const alarmOf = (alarm: AlarmCode[]): Attributes => (alarm.length > 0 ? { alarm: [...new Set(alarm)] } : {});

/** Bits of the state of newer models. */
const NEWER_ALARMS: Alarms = [
  [1, 'geofenceEnter'],
  [2, 'geofenceExit'],
  [3, 'powerCut'],
  [4, 'vibration'],
  [11, 'lowBattery'],
  [14, 'fault'],
];
const [ASKS, STOPPED] = [5, 7];
/** Stands for a charging battery instead of a percentage. */
const CHARGING = 0xff;

/**
 * Reads these fields in order: kilometres, satellites, numbers of vehicle and driver, state, percent of the battery,
 * cell and area, signal.
 */
export function newerState(reader: ByteReader): { attributes: Attributes; asks: boolean } {
  const odometerM = reader.u32() * 1000;
  const satellites = reader.u8();
  reader.skip(4);
  const status = reader.u16();
  const battery = reader.u8();
  reader.skip(4);
  const rssi = reader.u8();
  const attributes: Attributes = {
    odometerM,
    satellites,
    status,
    immobilized: has(status, STOPPED),
    rssi,
    ...(battery === CHARGING ? { charging: true } : battery <= 100 && { batteryPercent: battery }),
    ...alarmOf(raised(status, NEWER_ALARMS)),
  };
  return { attributes, asks: has(status, ASKS) };
}

export const isOlderKind = (kind: number): boolean => kind >= 1 && kind <= 3;

/** The state of older models, by the kind of their records (`isOlderKind`). */
export function olderState(reader: ByteReader, kind: number): { attributes: Attributes; altitudeM: number | null } {
  if (kind === 1) return portable(reader);
  if (kind === 2) return { attributes: vehicle(reader), altitudeM: null };
  return { attributes: tanks(reader), altitudeM: null };
}

/**
 * Reads these fields in order: satellites, percent of the battery, sensors, metres above sea level, cell and area,
 * signal.
 */
function portable(reader: ByteReader): { attributes: Attributes; altitudeM: number } {
  const [satellites, battery] = [reader.u8(), reader.u8()];
  reader.skip(1);
  const altitudeM = reader.u16();
  reader.skip(4);
  return {
    attributes: { satellites, rssi: reader.u8(), ...(battery <= 100 && { batteryPercent: battery }) },
    altitudeM,
  };
}

const SECOND_ALARMS: Alarms = [
  [2, 'sos'],
  [3, 'gpsAntennaCut'],
  [4, 'gpsAntennaCut'],
  [4, 'overspeed'],
];
const THIRD_ALARMS: Alarms = [
  [2, 'fatigueDriving'],
  [3, 'tow'],
];

/**
 * Reads these fields in order: the high byte of the fuel, four bytes of state, kilometres, the low byte of the fuel.
 */
function vehicle(reader: ByteReader): Attributes {
  const fuel = reader.u8() * 0x100;
  const [first, second, third] = [reader.u8(), reader.u8(), reader.u8()];
  reader.skip(1);
  const odometerM = reader.u32() * 1000;
  return {
    ignition: has(first, 0),
    door: has(first, 6),
    charging: has(second, 0),
    immobilized: has(second, 1),
    odometerM,
    fuelLevel: fuel + reader.u8(),
    ...alarmOf([...raised(second, SECOND_ALARMS), ...raised(third, THIRD_ALARMS)]),
  };
}

/** Reads these fields in order: three tanks of 12 bits, kilometres of 20 and the state of 24 bits. */
function tanks(reader: ByteReader): Attributes {
  const [first, second] = [reader.u24(), reader.u32()];
  const status = reader.u24();
  return {
    fuelLevel1: first >> 12,
    fuelLevel2: first & 0xfff,
    fuelLevel3: second >>> 20,
    odometerM: (second & 0xf_ffff) * 1000,
    ignition: has(status, 0),
    status,
  };
}
