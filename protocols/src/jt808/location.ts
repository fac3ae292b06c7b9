import { ByteReader } from '../tools/bytes.ts';
import { timedWithZeros, timeIfAny } from '../tools/fix.ts';
import { dayFirst, degreesMinutesIfAny, digits, KNOT_KPH, utc } from '../tools/units.ts';
import type { AlarmCode, Attributes, Message } from '../types.ts';
import { readItems } from './items.ts';

/** The standard uses Beijing time. */
const AHEAD_MS = 8 * 3_600_000;

/** Bits of the alarm flag (JT/T 808-2019, table 24). */
const ALARMS: readonly (readonly [bit: number, alarm: AlarmCode])[] = [
  [0, 'sos'],
  [1, 'overspeed'],
  [2, 'fatigueDriving'],
  [4, 'fault'],
  [5, 'gpsAntennaCut'],
  [6, 'gpsAntennaCut'],
  [7, 'lowBattery'],
  [8, 'powerCut'],
  [9, 'fault'],
  [10, 'fault'],
  [11, 'fault'],
  [12, 'fault'],
  // The standard reserves 15 to 17; makers use them as here. 18 is a day's drive that was too long, or for some makers
  // a low battery.
  [15, 'vibration'],
  [16, 'tampering'],
  [17, 'tampering'],
  [19, 'parking'],
  [20, 'geofence'],
  [24, 'fault'],
  [25, 'fuelLeak'],
  [26, 'general'],
  [28, 'movement'],
  [29, 'accident'],
  [30, 'fallDown'],
  [31, 'door'],
];
const IGNITION = 0;
const LOCATED = 1;
const SOUTH = 2;
const WEST = 3;
const FUEL_CUT = 10;
const CHARGING = 26;

const has = (bits: number, bit: number) => ((bits >>> bit) & 1) === 1;

/** "yymmddhhmmss" in BCD, Beijing time. */
export function beijingTime(text: string): Date {
  const [year, month, day] = [digits(text, 0, 2), digits(text, 2, 2), digits(text, 4, 2)];
  const local = utc(year, month, day, digits(text, 6, 2), digits(text, 8, 2), digits(text, 10, 2));
  return new Date(local.getTime() - AHEAD_MS);
}

const alarmsOf = (bits: number, more: readonly AlarmCode[]): AlarmCode[] => [
  ...new Set([...ALARMS.flatMap(([bit, code]) => (has(bits, bit) ? [code] : [])), ...more]),
];

/**
 * Millionths of a degree. The standard has a bit for the sign; some firmware sends negative numbers instead, or in
 * addition.
 */
const degrees = (value: number, isNegative: boolean) => (isNegative && value > 0 ? -value : value) / 1e6;

/** Reads these fields in order: state, coordinates in millionths of a degree, and the meaning of the state. */
export function coordinates(body: ByteReader): { valid: boolean; lat: number; lon: number; attributes: Attributes } {
  const state = body.u32();
  return {
    valid: has(state, LOCATED),
    lat: degrees(body.i32(), has(state, SOUTH)),
    lon: degrees(body.i32(), has(state, WEST)),
    attributes: {
      ignition: has(state, IGNITION),
      charging: has(state, CHARGING),
      ...(has(state, FUEL_CUT) && { immobilized: true }),
    },
  };
}

/** Reads these fields in order: metres, negative below the sea; tenths of km/h; course. */
export const motion = (body: ByteReader) => ({
  altitudeM: body.i16(),
  speedKph: body.u16() / 10,
  courseDeg: body.u16(),
});

/**
 * Reads these fields in order: message 0x0200: alarms, state, millionths of a degree, metres, tenths of km/h, course,
 * time, then additional items.
 */
export function location(body: ByteReader): Message {
  const alarms = body.u32();
  const { valid, lat, lon, attributes: state } = coordinates(body);
  const moving = motion(body);
  const moment = body.hex(6);
  const time = timeIfAny(() => beijingTime(moment));
  const { alarms: more, ...items } = readItems(body);
  const alarm = alarms === 0 && more.length === 0 ? [] : alarmsOf(alarms, more);
  const attributes: Attributes = { ...state, ...items, ...(alarm.length > 0 && { alarm }) };
  return { kind: 'report', ...timedWithZeros(time, { valid, lat, lon, ...moving }), attributes };
}

/** Bytes of a location without additional items. */
const MIN_LOCATION_BYTES = 28;

/** Reads locations, each after its length of `lengthBytes`. Null if one is too short or extends beyond the end. */
function records(body: ByteReader, lengthBytes: 1 | 2): Message[] | null {
  const messages: Message[] = [];
  while (body.remaining > lengthBytes) {
    const length = body.readUint(lengthBytes);
    if (length < MIN_LOCATION_BYTES || length > body.remaining) return null;
    const start = body.skip(length);
    messages.push(location(new ByteReader(body.bytes, start, start + length)));
  }
  return messages.length === 0 ? null : messages;
}

/**
 * Message 0x0704: number of locations, 1 for those from memory, then each location with its length in two bytes. Null
 * if the body has another form: it must not be acknowledged, or the device would delete them. If the lengths lead to
 * its end, it has that form, whatever count the device sends: otherwise firmware that counts wrongly would resend it
 * forever.
 */
export function locations(body: ByteReader): Message[] | null {
  body.skip(2);
  const archived = body.u8() === 1;
  const messages = records(body, 2);
  if (messages === null || !archived) return messages;
  return messages.map((message) => ({ ...message, attributes: { ...message.attributes, archived } }));
}

const BATTERY_BYTES = 7;

/**
 * Message 0x0210 of some makers (by Traccar's public decoder): the battery in percent and the time, or locations with
 * their lengths in one byte. Null if the body has another form.
 */
export function makersBatch(body: ByteReader): Message[] | null {
  if (body.remaining !== BATTERY_BYTES) return records(body, 1);
  const percent = body.u8();
  const moment = body.hex(6);
  const attributes = percent <= 100 ? { batteryPercent: percent } : {};
  return [{ kind: 'report', deviceTime: timeIfAny(() => beijingTime(moment)), fix: null, attributes }];
}

const CHARGES: ReadonlySet<number> = new Set([0xaa, 0xab]);
const FROM_MEMORY = 0x5502;
const ALTITUDE_ITEM = 2;
const NORTH_FLAG = 2;
const EAST_FLAG = 4;

type LockAlarms = readonly (readonly [bit: number, alarm: AlarmCode])[];
/** Bits of the alarms, by product: trackers of containers, and locks. */
const TRACKER_ALARMS: LockAlarms = [[0, 'lowPower']];
const LOCK_ALARMS: LockAlarms = [
  [0, 'overspeed'],
  [1, 'lowPower'],
  [2, 'vibration'],
  [3, 'lowBattery'],
  [5, 'geofenceEnter'],
  [6, 'geofenceExit'],
];
const PRODUCT_ALARMS: Readonly<Record<number, LockAlarms>> = { 1: TRACKER_ALARMS, 2: TRACKER_ALARMS, 3: LOCK_ALARMS };

/**
 * Messages 0x5501 and, from memory, 0x5502 of locks: ddmmyyhhmmss UTC, latitude ddmmmmmm, longitude dddmmmmmm with half
 * a byte of flags (1 valid, 2 north, 4 east), knots, course in steps of two, signal, satellites, kilometres, battery.
 * Those from memory repeat the last position when there was no new one, and are not reported as valid.
 */
export function lockLocation(type: number, body: ByteReader): Message {
  const moment = body.hex(6);
  const lat = body.hex(4);
  const lon = body.hex(5);
  const flags = Number.parseInt(lon.slice(9), 16);
  const time = timeIfAny(() => dayFirst(moment.slice(0, 6), moment.slice(6)));
  const [speedKph, courseDeg] = [body.u8() * KNOT_KPH, body.u8() * 2];
  const [rssi, satellites, odometerM, battery] = [body.u8(), body.u8(), body.u32() * 1000, body.u8()];
  const { alarm, altitudeM } = lockState(body);
  const place = {
    valid: (flags & 1) === 1 && type !== FROM_MEMORY,
    lat: degreesMinutesIfAny(lat, (flags & NORTH_FLAG) === 0 ? 'S' : 'N'),
    lon: degreesMinutesIfAny(lon.slice(0, 9), (flags & EAST_FLAG) === 0 ? 'W' : 'E'),
    speedKph,
    courseDeg,
    altitudeM,
  };
  const attributes: Attributes = {
    rssi,
    satellites,
    odometerM,
    ...(CHARGES.has(battery) ? { charging: true } : battery <= 100 && { batteryPercent: battery }),
    ...(type === FROM_MEMORY && { archived: true }),
    ...(alarm.length > 0 && { alarm }),
  };
  return { kind: 'report', ...timedWithZeros(time, place), attributes };
}

/**
 * Reads these fields in order: cell (6 bytes), product, state and alarms (2 each), then items of number, length and
 * value: one is the metres above sea level.
 */
function lockState(body: ByteReader): { alarm: AlarmCode[]; altitudeM: number | null } {
  if (body.remaining < 11) return { alarm: [], altitudeM: null };
  body.skip(6);
  const product = body.u8();
  body.skip(2);
  const bits = body.u16();
  const alarm = (PRODUCT_ALARMS[product] ?? []).flatMap(([bit, code]) => (has(bits, bit) ? [code] : []));
  while (body.remaining >= 2) {
    const [item, length] = [body.u8(), body.u8()];
    if (item === ALTITUDE_ITEM && length === 2 && body.remaining >= 2) return { alarm, altitudeM: body.i16() };
    body.skip(Math.min(length, body.remaining));
  }
  return { alarm, altitudeM: null };
}
