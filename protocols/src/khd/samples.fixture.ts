import { fromHex } from '../tools/bytes.ts';
import { framed } from './khd.ts';

/** Builds a frame of this type around hexadecimal content, where spaces are ignored. */
export const frame = (type: number, content: string) => framed(type, [...(fromHex(content.replaceAll(' ', '')) ?? [])]);

export const ID = '1f9e9d2d';
/** Encodes 2026-03-22 10:15:30, 34°54.330' south, 56°11.478' west, 40 km/h, 87°. */
export const POSITION = '260322101530 83454330 85611478 0040 0087';
const STATE = 'f8 01e86d 7ffc3f00 001e0000000000 00';

/** Frames constructed from the protocol, not recorded from a device. */
export const FRAMES = {
  login: frame(0xb1, `${ID} 0102030405`),
  position: frame(0x80, `${ID} ${POSITION} ${STATE}`),
  stored: frame(0x8e, `${ID} ${POSITION} ${STATE}`),
  alarm: frame(0x82, `${ID} ${POSITION} f8 0000 0009000000001000`),
  reply: frame(0x85, `${ID} ${POSITION} 78 ff0000 fffc3f00 001e0000000000 39`),
  tanks: frame(0xa3, `${ID} ${POSITION} ${STATE} 000a 1808 7fff fffe 0000 ffff`),
  card: frame(0xa3, `${ID} ${POSITION} ${STATE} 0013 050b 01 30303031433033443731 2001 64`),
};

export const SAMPLES = Object.values(FRAMES);
