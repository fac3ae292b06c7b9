import { ByteReader, fromHex } from '../tools/bytes.ts';
import type { Message } from '../types.ts';

const CELLS = 24;

/**
 * Reads BS50, the battery of an electric two-wheeler in hexadecimal: a header of three bytes, number of cells,
 * little-endian thousandths of a volt of 24 cells, state, current, hundredths of a volt in total, percent. Null if it
 * is shorter.
 */
export function pack(body: string): Message | null {
  const bytes = fromHex(body);
  if (bytes === null || bytes.length < 4 + 2 * CELLS + 6) return null;
  const reader = new ByteReader(bytes, 3);
  const count = Math.min(reader.u8(), CELLS);
  const attributes: Message['attributes'] = {};
  for (let cell = 1; cell <= CELLS; cell += 1) {
    const volts = reader.u16le() / 1000;
    if (cell <= count) attributes[`batteryCell${cell}V`] = volts;
  }
  reader.skip(3);
  attributes.batteryV = reader.u16le() / 100;
  const percent = reader.u8();
  if (percent <= 100) attributes.batteryPercent = percent;
  return { kind: 'report', deviceTime: null, fix: null, attributes };
}

/** Offsets of amperes and degrees: these values mean zero. */
const [NO_CURRENT, NO_DEGREES] = [30_000, 40];

/**
 * BS51: the same battery as the messages of its bus, "90:" and similar before bytes in hexadecimal. 90 has tenths of a
 * volt (twice), tenths of an ampere, tenths of a percent; 92 the warmest and the coldest probe, each with its number.
 * Null if neither is present.
 */
export function busPack(body: string): Message | null {
  const attributes: Message['attributes'] = {};
  for (const part of body.split(',')) {
    const bytes = fromHex(part.slice(3));
    if (part[2] !== ':' || bytes === null || bytes.length < 8) continue;
    const reader = new ByteReader(bytes);
    if (part.startsWith('90')) {
      attributes.batteryV = reader.u16() / 10;
      reader.skip(2);
      attributes.batteryCurrentA = (reader.u16() - NO_CURRENT) / 10;
      const percent = reader.u16() / 10;
      if (percent <= 100) attributes.batteryPercent = percent;
    }
    if (part.startsWith('92')) {
      attributes.batteryWarmestC = reader.u8() - NO_DEGREES;
      reader.skip(1);
      attributes.batteryColdestC = reader.u8() - NO_DEGREES;
    }
  }
  return Object.keys(attributes).length === 0 ? null : { kind: 'report', deviceTime: null, fix: null, attributes };
}
