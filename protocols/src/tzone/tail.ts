import type { ByteReader } from '../tools/bytes.ts';
import type { Attributes } from '../types.ts';
import { setTemperature } from './status.ts';

const MAX_ENTRIES = 16;

/**
 * Reads cards that were read: their number, and for each the number of digits and its digits, with leading padding.
 */
export function cards(reader: ByteReader, attributes: Attributes): void {
  if (reader.remaining === 0) return;
  const count = reader.u8();
  for (let index = 0; index < Math.min(count, MAX_ENTRIES); index += 1) {
    const digits = reader.u8();
    attributes.driverTag = reader.hex(Math.ceil(digits / 2)).slice(digits % 2);
  }
}

export function passengers(reader: ByteReader, attributes: Attributes): void {
  if (reader.remaining < 6) return;
  attributes.passengersOn = reader.u24();
  attributes.passengersOff = reader.u24();
}

/** Reads a card with a magnetic stripe: its kind and its content. */
export function swipe(reader: ByteReader, attributes: Attributes): void {
  if (reader.remaining < 2) return;
  reader.skip(1);
  attributes.card = reader.text(reader.remaining).trim();
}

/** Reads wireless thermometers: kind, number, length of each; state, battery, tenths of a degree, little-endian. */
export function tags(reader: ByteReader, attributes: Attributes): void {
  if (reader.remaining === 0) return;
  reader.skip(1);
  const [count, length] = [reader.u8(), reader.u8()];
  if (length < 5) return;
  for (let index = 1; index <= Math.min(count, MAX_ENTRIES); index += 1) {
    const at = reader.skip(length);
    const [low = 0, high = 0] = reader.bytes.subarray(at + 3, at + 5);
    setTemperature(attributes, `temperature${index}C`, high * 0x100 + low);
  }
}
