import type { ByteReader } from '../tools/bytes.ts';
import type { Attributes, Message } from '../types.ts';

/** The bits of the fields present, in their order. */
const FIELD = {
  time: 0x4,
  event: 0x8,
  ownClock: 0x10,
  state: 0x20,
  speed: 0x40,
  odometer: 0x80,
  trip: 0x100,
  turns: 0x200,
  more: 0x400,
  vin: 0x800,
  plate: 0x1000,
  card1: 0x2000,
  card2: 0x4000,
  factor: 0x8000,
} as const;

/** SAE J1939 (TCO1): the drivers' activities, in three bits each from the lowest on. */
const WORK = ['rest', 'available', 'work', 'drive'];
/** The value of a two-bit flag that means yes. */
const YES = 1;
/** Values that mean unknown. */
const [NO_SPEED, NO_ENGINE_SPEED] = [0xff00, 0xfb00];
/** Metres per bit. */
const ODOMETER_M = 5;

/** Reads these fields in order: event and its extra byte, then the fields of the selector. */
export function tachograph(reader: ByteReader, selector: number): Message {
  const has = (field: number) => (selector & field) !== 0;
  const attributes: Attributes = { event: reader.u8() };
  reader.skip(1);
  if (has(FIELD.event)) attributes.tachographEvent = reader.u16();
  const deviceTime = has(FIELD.time) ? new Date(reader.u32() * 1000) : null;
  if (has(FIELD.ownClock)) reader.skip(8);
  readWork(reader, attributes);
  if (has(FIELD.state)) reader.skip(1);
  if (has(FIELD.speed)) {
    const speed = reader.u16();
    if (speed < NO_SPEED) attributes.obdSpeedKph = speed / 256;
  }
  if (has(FIELD.odometer)) attributes.odometerM = reader.u32() * ODOMETER_M;
  if (has(FIELD.trip)) attributes.tripM = reader.u32() * ODOMETER_M;
  if (has(FIELD.factor)) reader.skip(2);
  if (has(FIELD.turns)) {
    const rotations = reader.u16();
    if (rotations < NO_ENGINE_SPEED) attributes.engineRpm = rotations / 8;
  }
  if (has(FIELD.more)) reader.skip(2);
  if (has(FIELD.vin)) attributes.vin = printable(reader.text(17));
  if (has(FIELD.plate)) reader.skip(16);
  if (has(FIELD.card1)) readCard('driverTag', reader, attributes);
  if (has(FIELD.card2)) readCard('secondDriverTag', reader, attributes);
  return { kind: 'report', deviceTime, fix: null, attributes };
}

/**
 * Reads the activities of both drivers and whether the vehicle moves; for each his times, whether his card is inserted,
 * and overspeed.
 */
function readWork(reader: ByteReader, attributes: Attributes): void {
  const [work, first] = [reader.u8(), reader.u8()];
  reader.skip(1);
  attributes.driverWork = WORK[work & 7] ?? 'unknown';
  attributes.motion = work >> 6 === YES;
  if (first >> 6 === YES) attributes.alarm = ['overspeed'];
}

const printable = (text: string) => text.replaceAll(/[^\x20-\x7e]/g, '').trim();

/**
 * Reads a card: the driver to whom it belongs (0 for none), the country, the number of 16 characters, and four more
 * bytes.
 */
function readCard(name: string, reader: ByteReader, attributes: Attributes): void {
  const type = reader.u8();
  reader.skip(1);
  const number = printable(reader.text(16));
  reader.skip(4);
  if (type !== 0 && number !== '') attributes[name] = number;
}
