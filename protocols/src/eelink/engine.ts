import type { ByteReader } from '../tools/bytes.ts';
import type { Attributes, Message } from '../types.ts';

/** Parameters by their number: the first byte, or the first two, of four. */
const PARAMETERS: Readonly<Record<number, readonly [name: string, value: (word: number) => number]>> = {
  0x04: ['engineLoadPercent', (word) => ((word >>> 24) * 100) / 255],
  0x05: ['coolantC', (word) => (word >>> 24) - 40],
  0x0c: ['engineRpm', (word) => (word >>> 16) / 4],
  0x0d: ['obdSpeedKph', (word) => word >>> 24],
  0x0f: ['intakeC', (word) => (word >>> 24) - 40],
  0x11: ['throttlePercent', (word) => ((word >>> 24) * 100) / 255],
  0x2f: ['fuelPercent', (word) => ((word >>> 24) * 100) / 255],
  // Of the maker: kilometres in all.
  0x8a: ['odometerM', (word) => word * 1000],
};

/** Time, then parameters of the engine with four bytes each (SAE J1979, and some of the maker). */
export function engine(body: ByteReader): Message {
  const deviceTime = new Date(body.u32() * 1000);
  const attributes: Attributes = {};
  while (body.remaining >= 5) {
    const parameter = PARAMETERS[body.u8()];
    const word = body.u32();
    if (parameter !== undefined) attributes[parameter[0]] = parameter[1](word);
  }
  return { kind: 'report', deviceTime, fix: null, attributes };
}
