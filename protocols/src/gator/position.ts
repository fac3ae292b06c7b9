import type { ByteReader } from '../tools/bytes.ts';
import { decimalCoordinateIfAny, decimalDigitsIfAny } from '../tools/decimal-bytes.ts';
import { timedWithZeros, timeIfAny } from '../tools/fix.ts';
import { yearFirst } from '../tools/units.ts';
import type { AlarmCode, Attributes, Message } from '../types.ts';

export const [UPLOAD, ON_DEMAND, ALARM, STORED] = [0x80, 0x81, 0x82, 0x8e];
const VALID = 0x80;
/** Two inputs in volts: some devices write decimal digits and others a number, with no indication which. */
const VOLTS_BYTES = 4;
const NO_THERMOMETER = 0xff;

const ALARMS: readonly (readonly [bit: number, alarm: AlarmCode])[] = [
  [0, 'sos'],
  [1, 'overspeed'],
  [2, 'parking'],
  [3, 'powerCut'],
  [5, 'vibration'],
  [7, 'door'],
];
const DRIVING: readonly (readonly [bit: number, alarm: AlarmCode])[] = [
  [0, 'hardAcceleration'],
  [1, 'hardBraking'],
  [2, 'hardCornering'],
];
/** Bytes between the temperature and the driving alarms. */
const BETWEEN_BYTES = 2;

/** A timestamp, or zeros if the clock is not set yet, and two coordinates in hexadecimal digits. */
const PLACED =
  /^(?:0{12}|\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?:[01]\d|2[0-3])[0-5]\d[0-5]\d)[08]\d\d[0-5]\d{4}[0189]\d\d[0-5]/;

export const isPlaced = (digits: string): boolean => PLACED.test(digits);

/** Reads year to second, two decimal digits each; null if they are no valid time. */
export function yearFirstIn(reader: ByteReader): Date | null {
  const moment = reader.hex(6);
  return timeIfAny(() => yearFirst(moment.slice(0, 6), moment.slice(6)));
}

/**
 * Reads these fields in order: timestamp, latitude, longitude, km/h, course, fix, state, ignition, volts, metres
 * driven, degrees, then alarms by type and model.
 */
export function position(type: number, reader: ByteReader, hasImei: boolean): Message {
  const time = yearFirstIn(reader);
  const [lat, lon] = [decimalCoordinateIfAny(reader), decimalCoordinateIfAny(reader)];
  const [speedKph, courseDeg] = [decimalDigitsIfAny(reader, 2), decimalDigitsIfAny(reader, 2)];
  const valid = (reader.u8() & VALID) !== 0;
  const attributes: Attributes = { status: reader.u8(), ignition: reader.u8() === 1 };
  reader.skip(VOLTS_BYTES);
  attributes.odometerM = reader.u32();
  if (type === STORED) attributes.archived = true;
  if (reader.remaining >= 2) readTemperature(reader, attributes);
  if (hasImei && type !== ALARM) raise(DRIVING, reader.peek(BETWEEN_BYTES), attributes);
  // The first byte of the alarms has two documented meanings, and its position in frames with an IMEI is unknown.
  if (!hasImei && type === ALARM) raise(ALARMS, reader.peek(1), attributes);
  return { kind: 'report', ...timedWithZeros(time, { valid, lat, lon, speedKph, courseDeg }), attributes };
}

/** Reads 1 for below zero, then the degrees; devices without a thermometer also send zeros. */
function readTemperature(reader: ByteReader, attributes: Attributes): void {
  const [sign, degrees] = [reader.u8(), reader.u8()];
  if (sign > 1 || degrees === 0 || degrees === NO_THERMOMETER) return;
  attributes.temperature1C = sign === 1 ? -degrees : degrees;
}

function raise(codes: readonly (readonly [bit: number, alarm: AlarmCode])[], bits = 0, attributes: Attributes): void {
  const alarm = codes.filter(([bit]) => ((bits >> bit) & 1) === 1).map(([, code]) => code);
  if (alarm.length > 0) attributes.alarm = alarm;
}
