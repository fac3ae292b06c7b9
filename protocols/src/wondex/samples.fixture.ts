import { asciiBytes } from '../tools/text.ts';

const ID = '2000000013';
const PLACE = '20260322101530,-56.191300,-34.905500,40,87,12';

/** Frames constructed from the maker's protocol, not recorded from a device. */
export const FRAMES = {
  // 2,000,000,013 is 0x7735940d.
  alive: Uint8Array.from([0xd0, 0xd7, 0x0b, 0x00, 0x0d, 0x94, 0x35, 0x77]),
  place: asciiBytes(`${ID},${PLACE},7,2,125.0,1,3.75,0.50,2\r\n`),
  battery: asciiBytes(`${ID},${PLACE},6,2,3.90V,0\r\n`),
  inputs: asciiBytes(`${ID},${PLACE},9,1,1325,125.4,10.5,0.0\r\n`),
  none: asciiBytes(`${ID},${PLACE},0,2\r\n`),
  answer: asciiBytes('$OK:VER=VT300 5.02\r\n'),
};

export const SAMPLES = Object.values(FRAMES);
