import { concat, fromHex } from '../tools/bytes.ts';
import { crc16CcittFalse } from '../tools/crc16.ts';

const bytes = (hex: string) => fromHex(hex.replaceAll(' ', '')) ?? new Uint8Array();

const withSum = (content: Uint8Array): Uint8Array => {
  const sum = crc16CcittFalse(content);
  return concat(Uint8Array.of(sum & 0xff, sum >> 8), content);
};

/** Builds a record with its checksum: number 7, type 1, length of the trailing bytes, a position, those bytes. */
export function record(place: string, behind = ''): Uint8Array {
  const tail = bytes(behind);
  return withSum(concat(bytes('0700 0100'), Uint8Array.of(tail.length, 0), bytes(place), tail));
}

/** Records of device 1500013. */
export function frame(...records: Uint8Array[]): Uint8Array {
  const inside = concat(...records);
  return withSum(concat(bytes('bf4c 6de31600'), Uint8Array.of(inside.length & 0xff, inside.length >> 8), inside));
}

/**
 * Encodes 2026-03-22 10:15:30; -34905500 and -56191300 millionths; 40.25 km/h, -12 m, 87°; a fix, 9 satellites, event
 * 2.
 */
export const POSITION = '42c1bf69 6462ebfd bc96a6fc b90f f4ff 5700 01 09 02';

/** Frames constructed from the protocol, not recorded from a device. */
export const FRAMES = {
  live: frame(record(`${POSITION} 00`)),
  memory: frame(record(`${POSITION} 01`, '010203'), record(`${POSITION.replace('5700 01', '5700 00')} 01`)),
  empty: frame(),
};

export const SAMPLES = Object.values(FRAMES);
