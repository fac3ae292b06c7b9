import { concat, fromHex } from '../tools/bytes.ts';
import { crc16Modbus } from '../tools/crc16.ts';

const bytesOf = (hex: string) => fromHex(hex.replaceAll(' ', '')) ?? new Uint8Array();

/** Builds a packet of tags in hex: header, length, tags, CRC. */
export function packet(tags: string, head = 0x01): Uint8Array {
  const content = bytesOf(tags);
  const frame = concat(Uint8Array.of(head, content.length & 0xff, content.length >> 8), content, new Uint8Array(2));
  new DataView(frame.buffer).setUint16(frame.length - 2, crc16Modbus(frame, 0, frame.length - 2), true);
  return frame;
}

/** Encodes 356000000000013. */
const IDENTITY = '03 333536303030303030303030303133';
/** 2026-03-22 10:15:30: 1,774,174,530 seconds are 0x69bfc142. */
const TIME = '20 42c1bf69';
/** Encodes -34.9055, -56.1913 with 11 satellites; 40 km/h towards 87°; 12 m. */
const PLACE = '30 0b 6462ebfd bc96a6fc 33 9001 6603 34 0c00';

/** Frames constructed from the manual, not recorded from a device. */
export const FRAMES = {
  login: packet(`01 82 02 13 ${IDENTITY} 04 6400`),
  record: packet(
    `${IDENTITY} 04 6400 10 a406 ${TIME} ${PLACE} 35 09 40 002a 41 4836 42 6810 43 19 45 0100 46 0200 50 d204 90 40e20100 c1 fa725025 d4 6de80100`,
  ),
  two: packet(
    `04 6400 10 0100 ${TIME} ${PLACE} 40 4082 04 6400 10 0200 20 06c1bf69 ${PLACE.replace('0b', '2b')} 41 0000`,
  ),
  reply: packet(`${IDENTITY} 04 6400 e0 01000000 e1 10 4f555428332e2e3029203d2030303031`),
  photo: packet('01 ffd8ffe0', 0x07),
  /** Encodes 6,948,930 seconds since the beginning of the year. */
  packed: packet('1a82108b0156272da600 02 33 41 9001 6603 4836', 0x08),
  iridium: bytesOf(
    '01 004c 01 001c 00000001 333030303030303030303030303133 00 0001 0000 69bfc142 03 000b 03 22 d43a 38 2cd6 00000003 02 001c' +
      `${TIME} ${PLACE} d4 6de80100`,
  ),
};

export const SAMPLES = Object.values(FRAMES);
