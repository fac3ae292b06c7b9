import { fromHex } from '../tools/bytes.ts';
import { framed } from './read.ts';

/** Builds a frame of this type around hexadecimal content, where spaces are ignored. */
export const frame = (type: number, content: string) => framed(type, [...(fromHex(content.replaceAll(' ', '')) ?? [])]);

/** 13812345678: 38 is 30 plus 8, of which one bit goes into the first byte. */
export const ADDRESS = '8c22384e';
export const IMEI = '3560000000000180';
/** Encodes 2026-03-22 10:15:30, 34°54.330' south, 56°11.478' west, 40 km/h, 87°. */
export const POSITION = '260322101530 83454330 85611478 0040 0087';
/** Encodes A fix, a state, ignition, volts, 125,037 metres. */
const STATE = 'c0 47 01 0000 0c0f 0001e86d';

/** Frames constructed from the protocol, not recorded from a device. */
export const FRAMES = {
  heartbeat: frame(0x21, ADDRESS),
  position: frame(0x80, `${ADDRESS} ${POSITION} ${STATE} 011e 00`),
  stored: frame(0x8e, `${ADDRESS} ${POSITION} 40 00 00 0000 0000 00000000 00ff 00`),
  alarm: frame(0x82, `${ADDRESS} ${POSITION} ${STATE} 00ff 000b`),
  driving: frame(0x80, `${IMEI} ${POSITION} ${STATE} 0015 0000 06`),
  alive: frame(0x21, IMEI),
  card: frame(0x72, `${ADDRESS} 02 42313631394143430d 2a 41 260322101530 83454330 85611478`),
  answer: frame(0x85, `${ADDRESS} 39 00 01 0000`),
};

export const SAMPLES = Object.values(FRAMES);
