import { crc8 } from '@milepost/protocols/egts/framer';
import { sum as crc8Robotrack } from '@milepost/protocols/robotrack/sum';
import {
  crc16CcittFalse,
  crc16Ibm,
  crc16Kermit,
  crc16Modbus,
  crc16X25,
  crc16Xmodem,
} from '@milepost/protocols/tools/crc16';
import { exclusiveOr } from '@milepost/protocols/tools/sums';

type Sum = (bytes: Uint8Array, start: number, end: number) => number;

function plainSum(bytes: Uint8Array, start: number, end: number): number {
  let sum = 0;
  for (let at = start; at < end; at += 1) sum += bytes[at] ?? 0;
  return sum;
}

/** The one-byte and two-byte checksums that trackers use. */
const ONE_BYTE: readonly Sum[] = [
  exclusiveOr,
  (bytes, start, end) => plainSum(bytes, start, end) & 0xff,
  (bytes, start, end) => -plainSum(bytes, start, end) & 0xff,
  crc8,
  crc8Robotrack,
];
const TWO_BYTES: readonly Sum[] = [
  crc16X25,
  crc16Ibm,
  crc16Modbus,
  crc16Kermit,
  crc16CcittFalse,
  crc16Xmodem,
  (bytes, start, end) => plainSum(bytes, start, end) & 0xffff,
];

const HEX = new TextEncoder().encode('0123456789ABCDEF');
const digits = (value: number, count: number): number[] =>
  Array.from({ length: count }, (_, index) => HEX[(value >> (4 * (count - 1 - index))) & 0xf] ?? 0);

/** The notations of a checksum. */
const WRITTEN: readonly { sums: readonly Sum[]; size: number; write: (value: number) => number[] }[] = [
  { sums: ONE_BYTE, size: 1, write: (value) => [value] },
  { sums: ONE_BYTE, size: 2, write: (value) => digits(value, 2) },
  { sums: TWO_BYTES, size: 2, write: (value) => [value >> 8, value & 0xff] },
  { sums: TWO_BYTES, size: 2, write: (value) => [value & 0xff, value >> 8] },
  { sums: TWO_BYTES, size: 4, write: (value) => digits(value, 4) },
];

/** The position of a frame's checksum: bytes before the end, over all bytes from `start` to `gap` bytes before it. */
interface Seal {
  sum: Sum;
  write: (value: number) => number[];
  size: number;
  start: number;
  fromEnd: number;
  gap: number;
}

const STARTS = [0, 1, 2, 3, 4];
/** Bytes that may follow a checksum: a bracket, a flag, line ends. */
const MAX_AFTER = 4;

function* candidates(): Generator<Seal> {
  for (const { sums, size, write } of WRITTEN) {
    for (const sum of sums) {
      for (const start of STARTS) {
        for (let after = 0; after <= MAX_AFTER; after += 1) {
          // A star, or a comma, may precede the checksum.
          for (const gap of [0, 1]) yield { sum, write, size, start, fromEnd: after + size, gap };
        }
      }
    }
  }
}

function isSealed(frame: Uint8Array, { sum, write, size, start, fromEnd, gap }: Seal): boolean {
  const at = frame.length - fromEnd;
  if (at - gap <= start + 4) return false;
  const wanted = write(sum(frame, start, at - gap));
  // Hexadecimal digits may be lower-case.
  return wanted.every((byte, index) => byte === frame[at + index] || (size > 1 && (byte | 0x20) === frame[at + index]));
}

/**
 * Learns from a protocol's frames where their checksum is, so that mutated frames can get a correct one; otherwise a
 * decoder would reject nearly all of them at the checksum. Returns null if the frames have no checksum, or an unknown
 * kind.
 */
export function learnSeal(frames: readonly Uint8Array[]): ((frame: Uint8Array) => void) | null {
  let best: { seal: Seal; count: number } | null = null;
  for (const seal of candidates()) {
    const count = frames.filter((frame) => isSealed(frame, seal)).length;
    if (count > (best?.count ?? 0)) best = { seal, count };
  }
  // A one-byte checksum matches by chance once in 256 times.
  if (!best || best.count < 2 || best.count * 3 < frames.length) return null;
  const { sum, write, start, fromEnd, gap } = best.seal;
  return (frame) => {
    const at = frame.length - fromEnd;
    if (at - gap > start) frame.set(write(sum(frame, start, at - gap)), at);
  };
}
