import { BadFrame } from '../tools/bad-frame.ts';
import { ByteReader } from '../tools/bytes.ts';
import { fixIfAny } from '../tools/fix.ts';
import { switches } from '../tools/switches.ts';
import type { Attributes, Message } from '../types.ts';
import { FIELD_BYTES, type Layout } from './layout.ts';
import { setMetres } from './ntcb.ts';

/** A record's position fields; a position requires a time and both coordinates. */
interface Place {
  time?: Date;
  valid: boolean;
  lat?: number;
  lon?: number;
  altitudeM: number | null;
  speedKph: number;
  courseDeg: number;
}

type Reader = (reader: ByteReader, attributes: Attributes, place: Place) => void;

const momentOf = (seconds: number) => new Date(seconds * 1000);
const PER_DEGREE = 600_000;
const NO_DEGREES = -128;
const NO_WORD = 0xffff;
const NO_LONG = 0xffff_ffff;
const NO_STEPS = -0x8000;
const FIRST_FUEL_ERROR = 65_500;

/** Readers of the reported fields; for the others only the length is known here. Little-endian. */
const READERS = new Map<number, Reader>([
  [1, (reader, reported) => void (reported.event = reader.u16le())],
  [3, guard],
  [4, (reader, reported) => void (reported.status = reader.u8())],
  [6, (reader, reported) => void (reported.rssi = reader.u8())],
  [7, receiver],
  [8, (reader, _values, place) => void (place.time = momentOf(reader.u32le()))],
  [9, (reader, _values, place) => void (place.lat = reader.i32le() / PER_DEGREE)],
  [10, (reader, _values, place) => void (place.lon = reader.i32le() / PER_DEGREE)],
  [11, (reader, _values, place) => void (place.altitudeM = reader.i32le() / 10)],
  [12, (reader, _values, place) => void (place.speedKph = reader.f32le())],
  [13, (reader, _values, place) => void (place.courseDeg = reader.u16le())],
  [14, (reader, reported) => setMetres(reported, 'odometerM', reader.f32le())],
  [15, (reader, reported) => setMetres(reported, 'legM', reader.f32le())],
  [18, (reader, reported) => void (reported.powerV = reader.u16le() / 1000)],
  [19, (reader, reported) => void (reported.batteryV = reader.u16le() / 1000)],
  ...Array.from({ length: 8 }, (_, index): [number, Reader] => [
    20 + index,
    (reader, reported) => void (reported[`analog${index + 1}`] = reader.u16le()),
  ]),
  [28, (reader, reported) => void Object.assign(reported, switches('input', reader.u8(), 8))],
  [29, (reader, reported) => furtherSwitches('input', reader.u8(), reported)],
  [30, (reader, reported) => void Object.assign(reported, switches('output', reader.u8(), 8))],
  [31, (reader, reported) => furtherSwitches('output', reader.u8(), reported)],
  ...row(32, 33, (index) => (reader, reported) => void (reported[`count${index}`] = reader.u32le())),
  ...row(34, 35, (index) => (reader, reported) => void (reported[`frequency${index}`] = reader.u16le())),
  [36, (reader, reported) => void (reported.engineHoursS = reader.u32le())],
  ...row(37, 42, fuelSensor),
  // The sensor on RS-232.
  [43, (reader, reported) => setFuelLevel(reported, 'fuelLevel', reader.u16le())],
  ...row(44, 51, thermometer),
  [52, busFuel],
  [
    53,
    (reader, reported) => {
      // Half litres; negative if the bus has no value.
      const used = reader.f32le() / 2;
      if (used >= 0 && Number.isFinite(used)) reported.fuelUsedL = used;
    },
  ],
  [54, (reader, reported) => setUnlessNone(reported, 'engineRpm', reader.u16le(), NO_WORD)],
  [55, (reader, reported) => setUnlessNone(reported, 'coolantTemperatureC', reader.i8(), NO_DEGREES)],
  [
    56,
    (reader, reported) => {
      const kilometres = reader.f32le();
      if (kilometres >= 0) setMetres(reported, 'obdOdometerM', kilometres);
    },
  ],
  ...row(57, 61, (index) => (reader, reported) => {
    setUnlessNone(reported, `axleWeight${index}Kg`, reader.u16le(), NO_WORD);
  }),
  [62, (reader, reported) => setShare(reported, 'throttlePercent', reader.u8())],
  [63, (reader, reported) => setShare(reported, 'brakePercent', reader.u8())],
  [64, (reader, reported) => setShare(reported, 'engineLoadPercent', reader.u8())],
  [65, additive],
  [66, (reader, reported) => setUnlessNone(reported, 'busEngineHoursS', reader.u32le(), NO_LONG)],
  [
    67,
    (reader, reported) => {
      // Distance to the next service, in steps of five kilometres.
      const steps = reader.u16le();
      if (steps !== NO_WORD) reported.serviceM = steps * 5000;
    },
  ],
  [68, (reader, reported) => void (reported.busSpeedKph = reader.u8())],
  // FLEX 2.0: the visible satellites of eight systems.
  [69, (reader, reported) => void (reported.satellitesVisible = reader.take(8).reduce((sum, count) => sum + count, 0))],
  [70, precision],
  ...row(
    77,
    82,
    (index) => (reader, reported) => setUnlessNone(reported, `fuelSensor${index}C`, reader.i8(), NO_DEGREES),
  ),
  ...row(83, 92, (index) => (reader, reported) => {
    setFuelLevel(reported, `fuelSensor${index + 6}`, reader.u16le());
    setUnlessNone(reported, `fuelSensor${index + 6}C`, reader.i8(), NO_DEGREES);
  }),
  // FLEX 3.0: further thermometers in twentieths of a degree, and humidity in halves of a percent.
  ...row(162, 165, (index) => (reader, reported) => {
    const steps = reader.i16le();
    if (steps !== NO_STEPS) reported[`temperature${index + 8}C`] = steps / 20;
  }),
  ...row(166, 169, (index) => (reader, reported) => setShare(reported, `humidity${index}Percent`, reader.u8() / 2)),
  // Values defined by the device's owner.
  ...row(206, 221, (index) => (reader, reported) => void (reported[`userByte${index}`] = reader.u8())),
  ...row(222, 236, (index) => (reader, reported) => void (reported[`userWord${index}`] = reader.u16le())),
  ...row(237, 251, (index) => (reader, reported) => void (reported[`userLong${index}`] = reader.u32le())),
]);

/** The same reader for consecutive fields; `index` counts from 1. */
function row(from: number, to: number, read: (index: number) => Reader): [number, Reader][] {
  return Array.from({ length: to - from + 1 }, (_, index) => [from + index, read(index + 1)]);
}

const FIRST_SWITCHES = 8;

/** Switches 9 to 16. */
function furtherSwitches(name: 'input' | 'output', bits: number, reported: Attributes): void {
  for (let bit = 0; bit < 8; bit += 1) reported[`${name}${FIRST_SWITCHES + bit + 1}`] = ((bits >>> bit) & 1) === 1;
}

function setUnlessNone(reported: Attributes, name: string, value: number, none: number): void {
  if (value !== none) reported[name] = value;
}

function setShare(reported: Attributes, name: string, percent: number): void {
  if (percent <= 100) reported[name] = percent;
}

/** Levels of the wired sensors, in their own units; larger values are error numbers. */
function setFuelLevel(reported: Attributes, name: string, level: number): void {
  if (level < FIRST_FUEL_ERROR) reported[name] = level;
}

function fuelSensor(number: number): Reader {
  return (reader, reported) => setFuelLevel(reported, `fuelSensor${number}`, reader.u16le());
}

/**
 * Reads a tank by the vehicle's bus: percent with the highest bit set, otherwise tenths of litres; all other bits are 1
 * if unknown.
 */
function tank(reader: ByteReader, reported: Attributes, litres: string, percent: string): void {
  const word = reader.u16le();
  const level = word & 0x7fff;
  if (level === 0x7fff) return;
  if (word < 0x8000) reported[litres] = level / 10;
  else setShare(reported, percent, level);
}

function busFuel(reader: ByteReader, reported: Attributes): void {
  tank(reader, reported, 'fuelL', 'fuelPercent');
}

/** Diesel exhaust fluid. */
function additive(reader: ByteReader, reported: Attributes): void {
  tank(reader, reported, 'additiveL', 'additivePercent');
}

function guard(reader: ByteReader, reported: Attributes): void {
  const state = reader.u8();
  reported.armed = (state & 1) === 1;
  if ((state & 2) !== 0) reported.alarm = ['general'];
}

function receiver(reader: ByteReader, reported: Attributes, place: Place): void {
  const state = reader.u8();
  place.valid = (state & 2) !== 0;
  reported.satellites = state >> 2;
}

function thermometer(number: number): Reader {
  return (reader, reported) => {
    const degrees = reader.i8();
    if (degrees !== NO_DEGREES) reported[`temperature${number}C`] = degrees;
  };
}

function precision(reader: ByteReader, reported: Attributes): void {
  reported.hdop = reader.u8() / 10;
  reported.pdop = reader.u8() / 10;
}

const noPlace = (): Place => ({ valid: false, altitudeM: null, speedKph: 0, courseDeg: 0 });

/** The negotiated fields, in sequence. */
export function fieldsRecord(reader: ByteReader, layout: Layout): Message {
  const [attributes, place]: [Attributes, Place] = [{}, noPlace()];
  for (const field of layout.fields) {
    const at = reader.skip(FIELD_BYTES[field] ?? 0);
    READERS.get(field)?.(new ByteReader(reader.bytes, at, reader.offset), attributes, place);
  }
  return messageOf(place, attributes, null);
}

/**
 * Number, event, time, guard, states, signal, receiver, its time, position, speed, course and kilometres: the maker
 * marks these as required, so every device sends them, in this order. The following fields depend on the offer.
 */
const REQUIRED_FIELDS = Array.from({ length: 15 }, (_, field) => field);
/** The receiver's time is that of the last position, the device's that of the event. */
const LARGEST_DIFFERENCE_MS = 366 * 86_400_000;

/** Reads the beginning of a record whose further fields are unknown; throws if it does not look like these. */
export function beginningOfRecord(reader: ByteReader): Message {
  const eventTime = momentOf(new ByteReader(reader.bytes, reader.offset + 6).u32le());
  const message = fieldsRecord(reader, { fields: REQUIRED_FIELDS, bytes: 0 });
  const { fix } = message;
  if (fix === null || Math.abs(fix.time.getTime() - eventTime.getTime()) > LARGEST_DIFFERENCE_MS)
    throw new BadFrame('records before their fields were agreed upon');
  return message;
}

/** The beginning of an extra record of FLEX 2.0: fields that never change. */
const STATIC = 0x0a;
const STATIC_FIELDS = [7, 8, 9, 10, 11, 12, 13, 14] as const;

/**
 * Reads these fields in order: length, kind, length of the constant part, index, event, its time, then fields; the rest
 * is skipped.
 */
export function extraRecord(reader: ByteReader): Message {
  const length = reader.u16le();
  const at = reader.skip(length);
  const record = new ByteReader(reader.bytes, at, at + length);
  if (record.u8() !== STATIC) throw new BadFrame('an extra record of another kind');
  record.skip(5);
  const [attributes, place]: [Attributes, Place] = [{ event: record.u16le() }, noPlace()];
  const deviceTime = momentOf(record.u32le());
  for (const field of STATIC_FIELDS) READERS.get(field)?.(record, attributes, place);
  return messageOf(place, attributes, deviceTime);
}

function messageOf(place: Place, attributes: Attributes, deviceTime: Date | null): Message {
  const { time, lat, lon, ...rest } = place;
  const fix =
    time === undefined || lat === undefined || lon === undefined ? null : fixIfAny({ time, lat, lon, ...rest });
  return { kind: 'report', deviceTime: deviceTime ?? fix?.time ?? null, fix, attributes };
}
