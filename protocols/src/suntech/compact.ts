import { BadFrame } from '../tools/bad-frame.ts';
import { ByteReader } from '../tools/bytes.ts';
import { decimalDigitsIfAny } from '../tools/decimal-bytes.ts';
import { timedWithZeros, timeIfAny } from '../tools/fix.ts';
import { switches } from '../tools/switches.ts';
import { utc } from '../tools/units.ts';
import type { Attributes, Decoded } from '../types.ts';

/** First byte of a compact report, and the bytes not counted by its length: start, length, end. */
export const [COMPACT_START, COMPACT_AROUND_BYTES] = [0x02, 4];
/** The length of a compact report; other lengths belong to other protocols. */
export const COMPACT_BYTES = 54;
/** Parts of a byte: south and west, a fix, number of satellites. */
const [BOTH_NEGATIVE, FIXED, SATELLITES] = [0xc0, 0x20, 0x1f];
const [INPUTS, OUTPUTS] = [3, 2];
const MINUTE_S = 60;

/**
 * Reads the models' report (manual, "STT") in binary: start, length, kind, nine digits of identity, model and firmware,
 * timestamp, cell, coordinates, km/h, course, state of the receiver, metres, volts, inputs and outputs, mode, number of
 * the message, engine minutes, volts of the battery, type. A decimal number is a whole part and two or six decimal
 * digits. Known from one recorded report, which shows neither which of two bits is south and which is west, nor the
 * order of the inputs: a position with only one of the bits, and inputs that are not all off, are not read.
 */
export function decodeCompact(frame: Uint8Array): Decoded {
  const reader = new ByteReader(frame, 4);
  const identity = reader.hex(5).slice(0, 9);
  if (!/^\d+$/.test(identity)) throw new BadFrame(`"${identity}" is no identity`);
  reader.skip(3);
  const [year = 0, month = 0, day = 0, ...clock] = reader.take(6);
  const time = timeIfAny(() => utc(year, month, day, ...clock));
  reader.skip(3);
  const [latitude, longitude] = [pointed(reader, 1, 3), pointed(reader, 1, 3)];
  const [speedKph, courseDeg] = [pointed(reader, 2, 1), pointed(reader, 2, 1)];
  const state = reader.u8();
  const signs = state & BOTH_NEGATIVE;
  const sign = signs === 0 ? 1 : signs === BOTH_NEGATIVE ? -1 : Number.NaN;
  const attributes: Attributes = {
    satellites: state & SATELLITES,
    odometerM: reader.u32(),
    powerV: pointed(reader, 1, 1),
  };
  const io = reader.u8();
  attributes.inputsAndOutputs = io;
  if (io === 0)
    Object.assign(attributes, { ignition: false }, switches('input', 0, INPUTS), switches('output', 0, OUTPUTS));
  attributes.mode = reader.u8();
  reader.skip(2);
  attributes.engineHoursS = reader.u32() * MINUTE_S;
  attributes.batteryV = pointed(reader, 1, 1);
  attributes.event = reader.u8();
  const place = { valid: (state & FIXED) !== 0, lat: sign * latitude, lon: sign * longitude, speedKph, courseDeg };
  return {
    identities: [identity],
    messages: [{ kind: 'report', ...timedWithZeros(time, place), attributes }],
    replies: [],
  };
}

/** Reads the whole part in the given number of bytes, then decimal digits, two per byte. NaN if these are not digits. */
function pointed(reader: ByteReader, whole: number, behind: number): number {
  const parts = 100 ** behind;
  return (reader.readUint(whole) * parts + decimalDigitsIfAny(reader, behind)) / parts;
}
