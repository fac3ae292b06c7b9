import { ByteReader } from '../tools/bytes.ts';
import { reportOf } from '../tools/conversation.ts';
import { fixIfAny } from '../tools/fix.ts';
import type { Attributes, Fix, Message } from '../types.ts';

/** The lowest four bits of a time state the kind of record; this one has values. */
const VALUES = 7;
/** Units of two seconds since then, in 28 bits: the counter overflowed in January 2025 and restarted. */
const EPOCH_MS = Date.UTC(2008, 0, 1);
const TURN_MS = 2 ** 28 * 2000;
const DAY_MS = 86_400_000;
/** The bit that announces another mask. */
const MORE_MASKS = 15;

/** Sizes of the values of the second and third mask (vehicle's bus), by their bit. */
const BUS_BYTES = [2, 1, 4, 1, 2, 4, 4, 1, 1, 1, 2, 8, 2, 8, 2];
const THIRD_BYTES = [2, 4, 3, 1, 20, 2];
/** Bits of the first mask. */
const [PLACE, SWITCHES, FIRST_ANALOG, ANALOGS] = [0, 1, 2, 8];
/** Bits of the second mask, in the units of SAE J1939. */
const [ENGINE_SPEED, COOLANT] = [4, 7];
const ROTATIONS_PER_BIT = 0.125;
const COOLANT_OFFSET = 40;
/** Values for data that the bus does not report. */
const [NO_ENGINE_SPEED, NO_COOLANT] = [0xff00, 0xfe];
/** Bit of the third mask. */
const DRIVER = 6;

/** Reads each record: its length, time and kind, masks, and their values. */
export function records(part: ByteReader, now: Date): Message[] {
  const messages: Message[] = [];
  while (part.remaining > 0) {
    const at = part.skip(part.u8());
    const reader = new ByteReader(part.bytes, at, part.offset);
    const time = reader.u32le();
    if ((time & 0x0f) === VALUES) messages.push(record(reader, moment(time >>> 4, now)));
  }
  return messages.filter(({ fix, attributes }) => fix !== null || Object.keys(attributes).length > 0);
}

/** Returns the latest cycle of the clock that is not in the future. */
function moment(ticks: number, now: Date): Date {
  const first = EPOCH_MS + ticks * 2000;
  const wraps = Math.floor((now.getTime() + DAY_MS - first) / TURN_MS);
  return new Date(first + Math.max(0, wraps) * TURN_MS);
}

const has = (mask: number, bit: number) => ((mask >> bit) & 1) === 1;

function record(reader: ByteReader, time: Date): Message {
  const masks: number[] = [];
  do masks.push(reader.u16le());
  while (has(masks.at(-1) ?? 0, MORE_MASKS));
  const [own = 0, bus = 0, third = 0] = masks;
  const attributes: Attributes = {};
  const fix = readOwn(reader, own, time, attributes);
  readBus(reader, bus, attributes);
  readDriver(reader, third, attributes);
  return reportOf(fix, attributes, time);
}

/**
 * Reads these fields in order: coordinates, inputs, analogues, four unknown values, cell. The position part: longitude,
 * latitude, km/h, satellites and HDOP in half a byte each, course in units of two degrees, metres above sea level, four
 * unknown bytes.
 */
function readOwn(reader: ByteReader, mask: number, time: Date, attributes: Attributes): Fix | null {
  let fix: Fix | null = null;
  if (has(mask, PLACE)) {
    const [lon, lat, speedKph, reception] = [reader.f32le(), reader.f32le(), reader.u8(), reader.u8()];
    const [courseDeg, altitudeM] = [reader.u8() * 2, reader.i16le()];
    reader.skip(4);
    attributes.satellites = reception & 0x0f;
    attributes.hdop = reception >> 4;
    fix = fixIfAny({ time, valid: true, lat, lon, altitudeM, speedKph, courseDeg });
  }
  if (has(mask, SWITCHES)) attributes.inputs = reader.u16le();
  for (let index = 1; index <= ANALOGS; index += 1) {
    if (has(mask, FIRST_ANALOG + index - 1)) attributes[`adc${index}`] = reader.u16le();
  }
  for (const [bit, count] of [
    [10, 4],
    [11, 4],
    [12, 2],
    [13, 2],
    [14, 9],
  ] as const)
    if (has(mask, bit)) reader.skip(count);
  return fix;
}

function readBus(reader: ByteReader, mask: number, attributes: Attributes): void {
  for (const [bit, count] of BUS_BYTES.entries()) {
    if (!has(mask, bit)) continue;
    const at = reader.skip(count);
    const value = new ByteReader(reader.bytes, at, reader.offset);
    if (bit === ENGINE_SPEED) {
      const wraps = value.u16le();
      if (wraps < NO_ENGINE_SPEED) attributes.engineRpm = wraps * ROTATIONS_PER_BIT;
    } else if (bit === COOLANT) {
      const coolant = value.u8();
      // Zero until the bus has reported a value.
      if (coolant > 0 && coolant < NO_COOLANT) attributes.coolantTemperatureC = coolant - COOLANT_OFFSET;
    }
  }
}

function readDriver(reader: ByteReader, mask: number, attributes: Attributes): void {
  for (const [bit, count] of THIRD_BYTES.entries()) if (has(mask, bit)) reader.skip(count);
  if (!has(mask, DRIVER)) return;
  const [low, high] = [reader.u32le(), reader.u32le()];
  const key = (BigInt(high) << 32n) + BigInt(low);
  if (key > 0n) attributes.driverTag = String(key);
}
