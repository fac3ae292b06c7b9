import { concat } from '../tools/bytes.ts';
import { asciiBytes } from '../tools/text.ts';

const ID = '356000000000013';
const PLACE = `${ID},101530.000,A,3454.3300,S,05611.4780,W,21.60,87.12,220326,,,A`;

/** Frames constructed from the protocol, not recorded from a device. */
export const FRAMES = {
  position: asciiBytes(`$POS,${PLACE}/00010,10000/270,0,0,1f8/125037/0012345678/fd9//\r`),
  braking: asciiBytes(`$HDB,${PLACE}/00000,00000/0,0/125037//753/\r`),
  invalid: asciiBytes(`$POS,6095,101530.000,V,3454.3300,S,05611.4780,W,,,220326,,,N/00000,00000/0/1677600/\r`),
  short: asciiBytes(`$POS,6095,101530.000,V,3454.3300,S,05611.4780,W,0.0,0.0,220326,,/0000,0/1f8/388900//f33//\r`),
  photograph: concat(asciiBytes('$PHD0,12,'), Uint8Array.of(0xff, 0xd8, 0x0d, 0x0a, 0x24, 0, 1, 2, 3, 4, 5, 6)),
  announced: asciiBytes(`$PHO3821-1,${PLACE}/00000,00000/0,0,0,0/500//fd4//\r`),
};

export const SAMPLES = Object.values(FRAMES);
