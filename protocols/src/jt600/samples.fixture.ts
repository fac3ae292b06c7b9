import { fromHex } from '../tools/bytes.ts';
import { asciiBytes } from '../tools/text.ts';

const hex = (text: string) => fromHex(text.replaceAll(' ', '')) ?? new Uint8Array();
const ID = '7560000013';
/** Encodes 22 March 2026 10:15:30, 34°54.3300' south, 56°11.4780' west, a fix, 22 knots, 86°. */
const PLACE = '220326 101530 34543300 056114780 1 16 2b';

/** Frames constructed from the protocol, not recorded from a device. */
export const FRAMES = {
  newer: hex(`24 ${ID} 01 11 0023 ${PLACE} 0000007d 0b 00000000 003a 55 a029 0110 18 07`),
  lock: hex(`24 ${ID} 19 11 0027 ${PLACE} 0000007d 0b 00000000 4820 ff a029 0110 18 00000000 2a`),
  portable: hex(`24 3110000013 11 001b ${PLACE} 09 50 00 000c a029 0110 18 1f`),
  vehicle: hex(`24 4081000013 21 0036 ${PLACE} 00 41 13 08 00 0000007d 2d ${PLACE} 01 00 04 04 00 0000007e 08 ab`),
  tanks: hex(`24 6570000013 31 001b ${PLACE} 064 0c8 12c 0007d 000001 6c`),
  text: asciiBytes(
    '(3301000013,U06,2,220326,101530,T,34.905500,S,56.191300,W,25,87,11,32%,0000000000011,41001,272,24,125,1,300,100,10)',
  ),
  degrees: asciiBytes('(3110000013,W01,05611.4780,W,3454.3300,S,A,220326,101530,40,87,80,4,17,1,1,company)'),
  unlocking: asciiBytes('(2050000013,P45,220326,101530,34.905500,S,56.191300,W,A,25,87,1,1,0012260888,0,0,5)'),
  heartbeat: asciiBytes('(3301000013,U04)'),
  reply: asciiBytes('(3301000013,S07,0,1)'),
};

export const SAMPLES = Object.values(FRAMES);
