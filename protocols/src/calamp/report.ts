import type { ByteReader } from '../tools/bytes.ts';
import { timedWithZeros, timeIfAny } from '../tools/fix.ts';
import { switches } from '../tools/switches.ts';
import type { Attributes, Message } from '../types.ts';
import { readCounterHead, TYPE } from './message.ts';

/** Inputs after that of the ignition. */
const INPUTS = 7;
/**
 * Bits of the fix state: the position is the last known one, there was no fix since power-up, or the position comes
 * from the mobile's log.
 */
const FIX = { lastKnown: 2, invalid: 3, historic: 5 } as const;
/** Bit of the unit's state: the antenna is faulty. */
const ANTENNA = 1;
/** Bit of the small report's fix state: no fix. */
const MINI_INVALID = 5;

const has = (bits: number, bit: number) => ((bits >>> bit) & 1) === 1;

/** Seconds since 1970; null if the mobile does not know the time. */
function momentOf(reader: ByteReader): Date | null {
  const seconds = reader.u32();
  return timeIfAny(() => new Date(seconds * 1000));
}

/** Inputs by bits, the lowest of which is the ignition. */
const inputsOf = (bits: number): Attributes => ({ ignition: has(bits, 0), ...switches('input', bits >> 1, INPUTS) });

/**
 * Reads these fields in order: update time, time of the fix, latitude and longitude (1e-7°), altitude (cm), speed
 * (cm/s), course, satellites, state of the fix, carrier, signal (dBm), modem, HDOP (tenths), inputs, state of the unit;
 * then, by type, event and counters, or text. The update time is used: with an older fix, the mobile reports that it is
 * still there.
 */
export function report(type: number, reader: ByteReader): Message {
  const time = momentOf(reader);
  reader.skip(4);
  const [lat, lon] = [reader.i32() / 1e7, reader.i32() / 1e7];
  const [altitudeM, speedKph, courseDeg] = [reader.i32() / 100, reader.u32() * 0.036, reader.i16()];
  const [satellites, fixState] = [reader.u8(), reader.u8()];
  reader.skip(2);
  const rssi = reader.i16();
  reader.skip(1);
  const hdop = reader.u8() / 10;
  const inputs = reader.u8();
  const status = reader.u8();
  const attributes: Attributes = {
    satellites,
    rssi,
    hdop,
    ...inputsOf(inputs),
    status,
    ...(has(fixState, FIX.lastKnown) && { lastKnown: true }),
    ...(has(fixState, FIX.historic) && { archived: true }),
    ...(has(status, ANTENNA) && { alarm: ['gpsAntennaCut'] }),
  };
  const valid = !has(fixState, FIX.invalid);
  const placed = timedWithZeros(time, { valid, lat, lon, altitudeM, speedKph, courseDeg });
  const message: Message = { kind: 'report', ...placed, attributes };
  if (type === TYPE.userData || type === TYPE.applicationData) {
    reader.skip(2);
    const length = Math.min(reader.u16(), reader.remaining);
    // Data of an application in the mobile is bytes.
    return type === TYPE.userData ? { ...message, kind: 'reply', text: reader.text(length).trim() } : message;
  }
  if (type === TYPE.event) {
    reader.skip(1);
    attributes.event = reader.u8();
  }
  readCounters(reader, attributes, 1);
  return message;
}

/**
 * Reads these fields in order: update time, latitude, longitude, course, km/h, satellites and state of the fix, modem,
 * inputs, event, counters.
 */
export function miniReport(reader: ByteReader): Message {
  const time = momentOf(reader);
  const [lat, lon, courseDeg, speedKph] = [reader.i32() / 1e7, reader.i32() / 1e7, reader.i16(), reader.u8()];
  const fixState = reader.u8();
  reader.skip(1);
  const attributes: Attributes = { satellites: fixState & 0x0f, ...inputsOf(reader.u8()), event: reader.u8() };
  readCounters(reader, attributes, 0);
  const valid = !has(fixState, MINI_INVALID);
  return { kind: 'report', ...timedWithZeros(time, { valid, lat, lon, speedKph, courseDeg }), attributes };
}

/**
 * The meaning of the counters is configured in the mobile, so they are reported as received; those at 0 are left out.
 */
function readCounters(reader: ByteReader, attributes: Attributes, spare: number): void {
  if (reader.remaining === 0) return;
  const count = readCounterHead(reader, spare);
  for (let index = 0; index < count && reader.remaining >= 4; index += 1) {
    const value = reader.u32();
    if (value !== 0) attributes[`counter${index}`] = value;
  }
}
