import type { ByteReader } from '../tools/bytes.ts';
import { unlessUnreadable } from '../tools/bad-frame.ts';
import { timed, timedWithZeros, timeIfAny } from '../tools/fix.ts';
import type { Attributes, Message } from '../types.ts';
import { alarmOf, isLocated, statusOf, statusWithMotion } from './status.ts';

/** Packages of older devices. */
export const OLDER = { location: 0x02, alarm: 0x04, state: 0x05, text: 0x06 } as const;
/** Packages of newer ones. */
export const NEWER_TYPES = { location: 0x12, alarm: 0x14, report: 0x15, first: 0x12, last: 0x19 } as const;

/** Units per degree: thousandths of half seconds. */
const STEPS = 1_800_000;
/** States that include the device's time: power on, engine on, engine off. */
const TIMED_STATES = new Set([1, 2, 3]);
const NO_THERMOMETER_C = -50;
const TAG_BYTES = 16;

/**
 * Reads these fields in order: time, coordinates, km/h, course, cell, whether the position is by satellites, and then
 * fields by type.
 */
export function olderLocation(type: number, body: ByteReader): Message {
  const time = momentOf(body);
  const [lat, lon] = [body.i32() / STEPS, body.i32() / STEPS];
  const [speedKph, courseDeg] = [body.u8(), body.u16()];
  body.skip(9);
  const placed = timedWithZeros(time, { valid: (body.u8() & 1) === 1, lat, lon, speedKph, courseDeg });
  const reported: Attributes = {};
  unlessUnreadable(() => olderState(type, body, reported));
  return { kind: 'report', ...placed, attributes: reported };
}

/** Seconds since 1970; null if the clock was never set. */
function momentOf(body: ByteReader): Date | null {
  const seconds = body.u32();
  return timeIfAny(() => new Date(seconds * 1000));
}

function olderState(type: number, body: ByteReader, reported: Attributes): void {
  if (type === OLDER.alarm) {
    Object.assign(reported, alarmOf(body.u8()));
    if (body.remaining >= 2) Object.assign(reported, statusOf(body.u16()));
  } else if (type === OLDER.state) {
    const state = body.u8();
    reported.event = state;
    if (TIMED_STATES.has(state) && body.remaining >= 6) {
      body.skip(4);
      Object.assign(reported, statusOf(body.u16()));
    }
  } else if (type === OLDER.location) {
    if (body.remaining >= 2) Object.assign(reported, statusOf(body.u16()));
    if (body.remaining >= 8) {
      reported.batteryV = body.u16() / 1000;
      reported.rssi = body.u16();
      reported.analog1V = body.u16() / 1000;
      reported.analog2V = body.u16() / 1000;
    }
  }
}

/**
 * Reads these fields in order: time, a mask of the following blocks (position, cells, access points), and then fields
 * by type.
 */
export function newerLocation(type: number, body: ByteReader): Message {
  const time = momentOf(body);
  const mask = body.u8();
  const reported: Attributes = {};
  const place = (mask & 1) === 0 ? null : placeOf(body, reported);
  const valid = unlessUnreadable(() => newerState(type, mask, body, reported)) ?? false;
  const placed = place === null ? timed(time, null) : timedWithZeros(time, { ...place, valid });
  return { kind: 'report', ...placed, attributes: reported };
}

/** Whether the position is by satellites, and the fields after it. */
function newerState(type: number, mask: number, body: ByteReader, reported: Attributes): boolean {
  skipRadio(mask, body);
  if (type === NEWER_TYPES.alarm) Object.assign(reported, alarmOf(body.u8()));
  else if (type === NEWER_TYPES.report) reported.event = body.u8();
  else if (type !== NEWER_TYPES.location) return false;
  const status = body.u16();
  Object.assign(reported, statusWithMotion(status));
  if (type === NEWER_TYPES.location) readSensors(body, reported);
  return isLocated(status);
}

function placeOf(body: ByteReader, reported: Attributes) {
  const [lat, lon] = [body.i32() / STEPS, body.i32() / STEPS];
  const [altitudeM, speedKph, courseDeg] = [body.i16(), body.u16(), body.u16()];
  reported.satellites = body.u8();
  return { lat, lon, altitudeM, speedKph, courseDeg };
}

/**
 * Skips the blocks by their bits: 1 to 3 are cells (the first one with its network), 4 to 6 access points, 7 a list of
 * both.
 */
function skipRadio(mask: number, body: ByteReader): void {
  if ((mask & 2) !== 0) body.skip(11);
  for (const bit of [2, 3, 4, 5, 6]) if (((mask >> bit) & 1) === 1) body.skip(7);
  if ((mask & 0x80) === 0) return;
  body.skip(1);
  const counts = body.u8();
  const cells = counts & 7;
  if (cells > 0) body.skip(19 + (cells - 1) * 5);
  body.skip(((counts >> 3) & 15) * 7);
}

/**
 * Reads as many of these values as the device sends, in this order: millivolts, two inputs, metres, counters, steps,
 * climate, thermometer, beacons.
 */
function readSensors(body: ByteReader, reported: Attributes): void {
  if (body.remaining >= 2) reported.batteryV = body.u16() / 1000;
  if (body.remaining >= 4) {
    reported.analog1V = body.u16() / 1000;
    reported.analog2V = body.u16() / 1000;
  }
  if (body.remaining >= 4) reported.odometerM = body.u32();
  if (body.remaining >= 4) body.skip(4);
  if (body.remaining >= 4) {
    reported.steps = body.u16();
    body.skip(2);
  }
  if (body.remaining >= 12) {
    const [celsius, moisture, light] = [body.i16() / 256, body.u16() / 10, body.u32() / 256];
    body.skip(4);
    if (celsius !== 0 || moisture !== 0) Object.assign(reported, { temperature1C: celsius, humidityPercent: moisture });
    if (light > 0) reported.illuminanceLux = light;
  }
  if (body.remaining >= 2) {
    const celsius = body.i16() / 16;
    if (celsius > NO_THERMOMETER_C && celsius !== 0) reported.temperature2C = celsius;
  }
  if (body.remaining < 2) return;
  const count = body.u8();
  body.skip(1);
  for (let tag = 1; tag <= count && body.remaining >= TAG_BYTES; tag += 1) {
    reported[`tag${tag}Id`] = body.hex(6);
    body.skip(4);
    reported[`tag${tag}BatteryV`] = body.u16() / 1000;
    reported[`tag${tag}TemperatureC`] = body.i16() / 256;
    body.skip(2);
  }
}
