import { BadFrame, unlessUnreadable } from '../tools/bad-frame.ts';
import type { ByteReader } from '../tools/bytes.ts';
import { reportOf } from '../tools/conversation.ts';
import type { AlarmCode, Attributes, Message } from '../types.ts';
import { places } from './places.ts';

/** The known bits of the mask, in the order of their data. */
const [NETWORK, BATTERY, PLACES, CELL, VEHICLE] = [1, 2, 3, 4, 8];
const [PART, UPGRADE] = [0, 7];
/** Bits of the mask of the vehicle. */
const [POWER, ANALOG, STATE, INPUTS, OUTPUTS, DISTANCE] = [0, 1, 2, 3, 4, 5];
const METRES_PER_BIT = 100;
/**
 * Limits in the state: the ignition is on from the first value on, and the vehicle moves when the lower half is at
 * least the second.
 */
const [IGNITION, MOTION] = [0x20, 0x02];

const has = (mask: number, bit: number) => ((mask >>> bit) & 1) === 1;

/**
 * Reads these fields in order: version, alarm, its state, a mask, and the data of the mask. Data about the device
 * belongs to the last of its positions. Sensors, beacons and counters after the distance are not read.
 */
export function report(reader: ByteReader, deviceTime: Date | null): Message[] {
  reader.skip(2);
  const [type, state] = [reader.u8(), reader.u8()];
  const mask = reader.u32();
  const attributes: Attributes = { event: type };
  const alarm = alarmOf(type, state);
  if (alarm !== null) attributes.alarm = [alarm];
  const found: Message[] = [];
  // Unreadable data, or data of unknown length, costs itself and the rest of the report: the alarm precedes it.
  unlessUnreadable(() => parts(reader, mask, attributes, found));
  const last = found.pop();
  const whole = reportOf(last?.fix ?? null, { ...last?.attributes, ...attributes }, deviceTime);
  return [...found, whole];
}

function parts(reader: ByteReader, mask: number, attributes: Attributes, found: Message[]): void {
  for (let bit = 0; bit <= VEHICLE; bit += 1) {
    if (!has(mask, bit)) continue;
    if (bit === PART) reader.skip(2);
    else if (bit === NETWORK) reader.skip(1);
    else if (bit === BATTERY) battery(reader, attributes);
    else if (bit === PLACES) places(reader, found);
    else if (bit === CELL) cell(reader, attributes);
    else if (bit === UPGRADE) reader.skip(3);
    else if (bit === VEHICLE) vehicle(reader, attributes);
    else throw new BadFrame(`what bit ${bit} of the mask names is not known`);
  }
}

/** A battery of 0 V has not been measured yet. */
function battery(reader: ByteReader, attributes: Attributes): void {
  const [volts, percent] = [reader.u16() / 1000, reader.u8()];
  if (volts > 0) Object.assign(attributes, { batteryV: volts, batteryPercent: Math.min(100, percent) });
}

/** The signal strength after it is not read. */
function cell(reader: ByteReader, attributes: Attributes): void {
  Object.assign(attributes, { mcc: reader.u16(), mnc: reader.u16(), lac: reader.u16(), cellId: reader.u32() });
  reader.skip(1);
}

function vehicle(reader: ByteReader, attributes: Attributes): void {
  const mask = reader.u32();
  if (has(mask, POWER)) attributes.powerV = reader.u16() / 100;
  if (has(mask, ANALOG)) {
    const input = reader.u8();
    attributes[`analog${input}V`] = reader.u16() / 1000;
  }
  if (has(mask, STATE)) {
    const state = reader.u8();
    attributes.ignition = state >= IGNITION;
    attributes.motion = (state & 0x0f) >= MOTION;
  }
  if (has(mask, INPUTS)) attributes.inputs = reader.u8();
  if (has(mask, OUTPUTS)) attributes.outputs = reader.u8();
  if (!has(mask, DISTANCE)) return;
  attributes.tripM = reader.u16() * METRES_PER_BIT;
  attributes.odometerM = reader.u32() * METRES_PER_BIT;
}

/** Alarms by type, whatever the state. */
const ALARMS: Readonly<Record<number, AlarmCode>> = {
  7: 'accident',
  15: 'tow',
  16: 'overspeed',
  32: 'jamming',
  33: 'tampering',
  41: 'overspeed',
};
/** Alarms by type and then by state. */
const BY_STATE: Readonly<Record<number, Readonly<Record<number, AlarmCode>>>> = {
  3: { 1: 'lowBattery' },
  14: { 1: 'powerCut', 2: 'powerRestored', 3: 'lowPower' },
  19: { 1: 'hardBraking', 2: 'hardAcceleration', 3: 'hardCornering' },
};
const GEOFENCES = new Set([21, 40]);

/** Returns the alarm of a type and state, or null if they raise none or are unknown. */
export function alarmOf(type: number, state: number): AlarmCode | null {
  if (GEOFENCES.has(type)) return (state & 1) === 1 ? 'geofenceEnter' : 'geofenceExit';
  return ALARMS[type] ?? BY_STATE[type]?.[state] ?? null;
}
