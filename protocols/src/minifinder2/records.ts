import { type ByteReader, toHex } from '../tools/bytes.ts';
import { unlessUnreadable } from '../tools/bad-frame.ts';
import { timed, timedWithZeros, timeIfAny } from '../tools/fix.ts';
import type { AlarmCode, Attributes, Message } from '../types.ts';

/** The content of the keys of one record. */
interface Reported {
  identity: string | null;
  time: Date | null;
  /** The time of an alarm, used for a record without any other time. */
  alarmTime: Date | null;
  /** The last of several: a beacon or network with a known location follows that of the satellites. */
  place: { lat: number; lon: number; valid: boolean } | null;
  speedKph: number;
  courseDeg: number;
  altitudeM: number | null;
  /** Number of beacons so far. */
  beacons: number;
  attributes: Attributes;
}

const emptyReport = (): Reported => ({
  identity: null,
  time: null,
  alarmTime: null,
  place: null,
  speedKph: 0,
  courseDeg: 0,
  altitudeM: null,
  beacons: 0,
  attributes: {},
});

export const KEY_IDENTITY = 0x01;
/** Keys that a record may contain repeatedly: beacons. */
const BEACONS: ReadonlySet<number> = new Set([0x28, 0x2c]);

/** Bits of an alarm. */
const ALARMS: readonly (readonly [bit: number, alarm: AlarmCode])[] = [
  [0, 'lowBattery'],
  [1, 'overspeed'],
  [2, 'fallDown'],
  [8, 'powerOff'],
  [9, 'powerOn'],
  [10, 'movement'],
  [12, 'sos'],
];
const BARKING = 31;
/** Each area has one bit for crossing and one for entering. */
const [AREAS, CROSSED, ENTERED] = [4, 4, 26];

const has = (bits: number, bit: number) => ((bits >>> bit) & 1) === 1;
const placeOf = (reader: ByteReader, valid = true) => ({ lat: reader.i32le() / 1e7, lon: reader.i32le() / 1e7, valid });

/** A hardware address, sent with its last byte first. */
const addressOf = (reader: ByteReader): string => toHex(reader.take(6).toReversed());

const momentOf = (reader: ByteReader): Date | null => {
  const seconds = reader.u32le();
  return timeIfAny(() => new Date(seconds * 1000));
};

type Read = (reader: ByteReader, reported: Reported) => void;

/** By key; numbers are little-endian. The reader ends with the value. */
const READERS: Readonly<Record<number, Read>> = {
  [KEY_IDENTITY]: (reader, reported) => {
    reported.identity = reader.text(15);
  },
  0x02: (reader, reported) => {
    const { attributes } = reported;
    const code = reader.u32le();
    const alarm = new Set(ALARMS.flatMap(([bit, name]) => (has(code, bit) ? [name] : [])));
    for (let area = 0; area < AREAS; area += 1) {
      if (!has(code, CROSSED + area)) continue;
      alarm.add(has(code, ENTERED + area) ? 'geofenceEnter' : 'geofenceExit');
      attributes.deviceGeofence = area + 1;
    }
    attributes.event = code;
    if (alarm.size > 0) attributes.alarm = [...alarm];
    if (has(code, BARKING)) attributes.barking = true;
    if (reader.remaining >= 4) reported.alarmTime = momentOf(reader);
  },
  0x14: (reader, { attributes }) => {
    attributes.batteryPercent = Math.min(100, reader.u8());
    attributes.batteryV = reader.u16le() / 1000;
  },
  // Without a dilution there is no fix.
  0x20: (reader, reported) => {
    const place = placeOf(reader);
    [reported.speedKph, reported.courseDeg, reported.altitudeM] = [reader.u16le(), reader.u16le(), reader.i16le()];
    const hdop = reader.u16le();
    reported.place = { ...place, valid: hdop > 0 };
    Object.assign(reported.attributes, { hdop: hdop / 10, odometerM: reader.u32le(), satellites: reader.u8() });
  },
  // A single beacon, with its location, and with its name.
  0x23: (reader, reported) => {
    beaconOf(reader, reported);
    if (reader.remaining > 0) reported.attributes.placeName = reader.text(reader.remaining);
  },
  // Reads the same fields with the dilution and the metres above sea level.
  0x26: (reader, reported) => {
    beaconOf(reader, reported);
    if (reader.remaining >= 4) dilutionOf(reader, reported);
  },
  // A position known by another device.
  0x27: (reader, reported) => {
    reported.place = placeOf(reader);
    dilutionOf(reader, reported);
  },
  0x24: (reader, reported) => {
    reported.time = momentOf(reader);
    const status = reader.u32le();
    Object.assign(reported.attributes, {
      ...(has(status, 4) && { charging: true }),
      ...(has(status, 7) && { archived: true }),
      motion: has(status, 9),
      rssi: (status >>> 19) & 0x1f,
      batteryPercent: Math.min(100, status >>> 24),
      status,
    });
  },
  // Reads a fixed beacon: flags (bit 7 its location, bit 6 its name), address, signal, and signal at one metre.
  0x28: (reader, reported) => {
    const flags = reader.u8();
    const name = nextBeacon(reported);
    const { attributes } = reported;
    attributes[`${name}Id`] = addressOf(reader);
    attributes[`${name}Rssi`] = reader.i8();
    reader.skip(1);
    if (has(flags, 7)) reported.place = placeOf(reader);
    if (has(flags, 6)) attributes[`${name}Name`] = reader.text(reader.remaining);
  },
  // Reads a call: time, state, seconds, result, number.
  0x25: (reader, reported) => {
    reported.time = momentOf(reader);
    reported.attributes.callState = reader.u8();
    reported.attributes.callS = reader.u16le();
  },
  // Reads a known wireless network: the same fields as a fixed beacon, without the signal at one metre.
  0x2a: (reader, reported) => {
    const flags = reader.u8();
    reader.skip(6 + 1);
    if (has(flags, 7) || reader.remaining === 8) reported.place = placeOf(reader);
    if (has(flags, 6)) reported.attributes.placeName = reader.text(reader.remaining);
  },
  // Reads a portable beacon: flags, address, signal strength, signal strength at one metre,
  // battery percentage; then optionally its coordinates, its name with a length, and its temperature.
  0x2c: (reader, reported) => {
    const flags = reader.u8();
    const name = nextBeacon(reported);
    reported.attributes[`${name}Id`] = addressOf(reader);
    reported.attributes[`${name}Rssi`] = reader.i8();
    reader.skip(1);
    reported.attributes[`${name}BatteryPercent`] = reader.u8();
    if (has(flags, 7)) reported.place = placeOf(reader);
    if (has(flags, 6)) reported.attributes[`${name}Name`] = reader.text(reader.u8());
    if (reader.remaining >= 2) reported.attributes[`${name}TemperatureC`] = reader.i16() / 10;
  },
  0x30: (reader, { attributes }) => {
    reader.skip(4);
    attributes.steps = reader.u32le();
  },
  0x31: (reader, { attributes }) => {
    for (let index = 1; reader.remaining >= 8 && index <= 20; index += 1) {
      reader.skip(4);
      attributes[`activity${index}`] = reader.u32le();
    }
  },
  0x37: (reader, { attributes }) => {
    reader.skip(4);
    const barks = reader.u32le();
    attributes.barkCount = barks & 0x7fff_ffff;
    if (has(barks, BARKING)) attributes.barking = false;
  },
  0x40: (reader, { attributes }) => {
    reader.skip(4);
    const beats = reader.u8();
    if (beats > 1) attributes.heartRate = beats;
  },
  0x41: (reader, { attributes }) => {
    reader.skip(4);
    const share = reader.u8();
    if (share > 1) attributes.oxygenPercent = share;
  },
};

function nextBeacon(reported: Reported): string {
  reported.beacons += 1;
  return `tag${reported.beacons}`;
}

/** Reads a beacon's address, and its location if present. */
function beaconOf(reader: ByteReader, reported: Reported): void {
  if (reader.remaining >= 6) reported.attributes.tag1Id = addressOf(reader);
  if (reader.remaining >= 8) reported.place = placeOf(reader);
}

function dilutionOf(reader: ByteReader, reported: Reported): void {
  reported.attributes.hdop = reader.u16le() / 10;
  reported.altitudeM = reader.i16le();
}

function messageOf({ time, alarmTime, place, speedKph, courseDeg, altitudeM, attributes }: Reported): Message {
  const at = time ?? alarmTime;
  const where = place === null ? timed(at, null) : timedWithZeros(at, { ...place, speedKph, courseDeg, altitudeM });
  const isBare = where.fix === null && where.coordinates === undefined && Object.keys(attributes).length === 0;
  return { kind: isBare ? 'heartbeat' : 'report', ...where, attributes };
}

/** Reads keys, each with its length, up to the reader's end. A repeated key begins the next record. */
export function readRecords(reader: ByteReader): { identity: string | null; messages: Message[] } {
  const messages: Message[] = [];
  let identity: string | null = null;
  let reported = emptyReport();
  const seen = new Set<number>();
  for (const key of keysOf(reader)) {
    if (seen.has(key) && !BEACONS.has(key)) {
      const message = messageOf(reported);
      if (message.kind === 'report') messages.push(message);
      reported = emptyReport();
      seen.clear();
    }
    seen.add(key);
    unlessUnreadable(() => READERS[key]?.(reader, reported));
    identity ??= reported.identity;
  }
  messages.push(messageOf(reported));
  return { identity, messages };
}

/** Iterates over the keys; at each step the reader covers exactly the value. */
export function* keysOf(reader: ByteReader): Generator<number> {
  const { end } = reader;
  while (end - reader.offset >= 2) {
    const length = reader.u8();
    if (length === 0) continue;
    const next = Math.min(reader.offset + length, end);
    reader.end = next;
    yield reader.u8();
    [reader.offset, reader.end] = [next, end];
  }
}
