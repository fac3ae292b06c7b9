import { fromHex } from '../tools/bytes.ts';

const bytesOf = (hex: string) => fromHex(hex.replaceAll(' ', '')) ?? new Uint8Array();

/** Encodes options 83: identity 356000000000013 in eight bytes, type 2 (IMEI). */
const OPTIONS = '83 08 356000000000013f 01 02';
/** 2026-03-22 10:15:30 is 0x69bfc142; -34.9055 and -56.1913 in 1e-7°; 12 m; 1,111 cm/s; 87°; 11 satellites, valid. */
const PLACE = '69bfc142 69bfc141 eb31d7e8 de81e358 000004b0 00000457 0057 0b';

/** Frames constructed from the reference guide, not recorded from a device. */
export const FRAMES = {
  event: bytesOf(`${OPTIONS} 01 02 0107 ${PLACE} 02 0321 ff9f 0f 07 05 00 02 2a 02 00 0001e86d 00000000`),
  stored: bytesOf(`${OPTIONS} 01 02 0108 ${PLACE} 26 0321 ff9f 0f 00 00 0a 02 0b 41 00 00000001 00000002 00000009`),
  locate: bytesOf(`${OPTIONS} 01 08 0109 ${PLACE} 08 0321 ff9f 0f 07 04 00 00 00`),
  mini: bytesOf(`${OPTIONS} 01 0a 010a 69bfc142 eb31d7e8 de81e358 0057 28 0b 0f 03 33 01 00000301`),
  user: bytesOf(`${OPTIONS} 01 04 010b ${PLACE} 00 0321 ff9f 0f 07 05 00 02 00 0004 4f4b0d0a`),
  application: bytesOf(`${OPTIONS} 00 05 010c ${PLACE} 00 0321 ff9f 0f 07 05 00 007e 0002 0102`),
  identity: bytesOf(`${OPTIONS} 01 03 010d ${'11'.repeat(56)} 4d3a31 00`),
  answer: bytesOf(`${OPTIONS} 02 01 010e 07 00 00 000000`),
  alive: bytesOf(`83 05 4764358634 01 01 00 00 010f`),
};

export const SAMPLES = Object.values(FRAMES);
