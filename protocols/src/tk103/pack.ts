import { ByteReader, fromHex } from '../tools/bytes.ts';
import type { Message } from '../types.ts';

const CELLS = 24;

/**
 * BS50, in hexadecimal: the battery of an electric two-wheeler. Three bytes of head, how many cells, then with the low byte
 * first thousandths of a volt of 24 cells; state, current, hundredths of a volt of all, percent. Null where it is shorter.
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
