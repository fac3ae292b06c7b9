import { concat, fromHex } from '../tools/bytes.ts';
import { sumOf } from './read.ts';

const bytes = (hex: string) => fromHex(hex.replaceAll(' ', '')) ?? new Uint8Array();
/** Encodes 356000000000013 in half bytes, and one for padding. */
const ID = '3560000000000130';

const escaped = (content: Uint8Array): Uint8Array =>
  bytes(
    Buffer.from(content)
      .toString('hex')
      .replaceAll(/(..)/g, '$1 ')
      .replaceAll('fb bf ', 'fb bf 02 ')
      .replaceAll('fa af ', 'fb bf 01 '),
  );

/** A frame of a type and number, with its checksum. */
export function frame(type: string, content: string, number = '0007'): Uint8Array {
  const inside = bytes(content);
  const [length, sum] = [inside.length, sumOf(inside)];
  const head = Uint8Array.of(length >> 8, length & 0xff, sum >> 8, sum & 0xff);
  const flag = bytes('faaf');
  return concat(flag, escaped(concat(bytes(`${type} ${number} ${ID}`), head, inside)), flag);
}

/** A frame of records. */
export const records = (...contents: string[]): Uint8Array => {
  const lengths = contents.map((content) => (content.replaceAll(' ', '').length / 2).toString(16).padStart(4, '0'));
  return frame('0014', `${contents.length.toString(16).padStart(2, '0')} ${lengths.join('')} ${contents.join('')}`);
};

/** Encodes count, 2026-03-22 10:15:30, a signal of 25, charging at 80%. */
export const HEAD = '01 69bfc142 19 8050';
const f32 = (value: number) => {
  const four = Buffer.alloc(4);
  four.writeFloatBE(value);
  return four.toString('hex');
};
const f64 = (value: number) => {
  const eight = Buffer.alloc(8);
  eight.writeDoubleBE(value);
  return eight.toString('hex');
};
/** 56°11.478' west and 34°54.33' south. */
const [LON, LAT] = [-5611.478, -3454.33];

/** Frames constructed from the protocol, not recorded from a device. */
export const FRAMES = {
  /** SOS and a position in single precision, with satellites. */
  alarm: records(`${HEAD} 03 00000001 01 0b ${f32(LON)} ${f32(LAT)}`),
  /** Motion, then a position in double precision. */
  moving: records(`${HEAD} 02 60 0190 0366 0b ${f64(LON)} ${f64(LAT)}`),
  /** Additional receiver data: no fix, 11 satellites, motion, 12 m. */
  longer: records(`${HEAD} 02 80 0020 47 001b ${f64(LON)} ${f64(LAT)} 01 0b 2a 0190 0366 ${f32(12)}`),
  /** Two wireless networks and a cell; then the device's identification. */
  networks: records(
    `${HEAD} 12 06 02 0a0b0c0d0e0f c3 0a0b0c0d0e10 b0 01 02ec 0001 00000110 00002001 b0 ${'5631'.padEnd(40, '0')} ${'0'.repeat(16)} 89860012345678901234`,
    `02 69bfc17e 19 0050 00`,
  ),
  answer: frame('0007', Buffer.from('of=1').toString('hex')),
};
export const SAMPLES = Object.values(FRAMES);
