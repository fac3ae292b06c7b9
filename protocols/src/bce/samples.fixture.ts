import { concat, fromHex } from '../tools/bytes.ts';
import { asciiBytes } from '../tools/text.ts';

const bytes = (hex: string): Uint8Array => fromHex(hex.replaceAll(' ', '')) ?? new Uint8Array(0);

/** Encodes 356000000000013, little-endian. */
export const IMEI = bytes('0d408ab5c7430100');

const withSum = (content: Uint8Array) =>
  concat(content, Uint8Array.of(content.reduce((all, byte) => all + byte, 0) & 0xff));

export const part = (type: number, key: number, ...records: Uint8Array[]) => {
  const inside = concat(Uint8Array.of(type, key), ...records);
  return concat(Uint8Array.of(inside.length & 0xff, inside.length >> 8), inside);
};

export const frame = (...parts: Uint8Array[]) => withSum(concat(IMEI, ...parts));

/** Builds a record of the given kind, with a time and its content. */
export const record = (time: string, content: string, kind = 7) => {
  const ticks = Math.trunc((Date.parse(time) - Date.UTC(2008, 0, 1)) / 2000) % 2 ** 28;
  const inside = concat(new Uint8Array(4), bytes(content));
  new DataView(inside.buffer).setUint32(0, ticks * 16 + kind, true);
  return concat(Uint8Array.of(inside.length), inside);
};

export const TIME = '2026-03-22T10:15:30Z';

/**
 * Encodes -56.25 and -34.875 degrees as floating-point numbers, 40 km/h, 9 satellites, HDOP 1, 43 units of two degrees,
 * 12 m.
 */
export const POSITION = '000061c2 00800bc2 28 19 2b 0c00 00000000';

/** Frames constructed from their layout, not recorded from a device. */
export const FRAMES = {
  greeting: asciiBytes('#BCE#\r\n'),
  // Encodes position, inputs 0x0105, first and sixth analogue, cell.
  place: frame(part(0xa5, 0x8c, record(TIME, `8740 ${POSITION} 0501 6601 280f 940105 6804d1810062`))),
  // Encodes bus data: rpm 0x2ee0, coolant 132, fuel; in the third mask the driver.
  bus: frame(part(0xa0, 1, record(TIME, `0180 9880 4000 ${POSITION} 31 e02e 84 22ea420100000000`))),
  kinds: frame(part(0xa5, 3, record(TIME, '6f0753435232', 0x0a)), part(0xa5, 4, record(TIME, `0100 ${POSITION}`))),
  output: frame(part(0xc1, 0x0b, bytes('ff'))),
};

export const SAMPLES = Object.values(FRAMES);
