import { asciiBytes } from '../tools/text.ts';

const PLACE = '101530.000,A,3454.3300,S,05611.4780,W,21.6,87.5,220326,07';

/** Frames constructed from the protocol, not recorded from a device. */
export const FRAMES = {
  withIdentity: asciiBytes(`{356000000000013,${PLACE},0.27,F9,12.4,1,82,3N5}`),
  short: asciiBytes(`{356000000000013,${PLACE},0.27,F9,12.4,1}`),
  nameless: asciiBytes(`{${PLACE},5.69,05,14.1,1,00}`),
  hexadecimal: asciiBytes(`{356000000000013,${PLACE},5C,FB,7A,1,27}`),
  blind: asciiBytes('{356000000000013,101530.000,V,,,,,,,220326,00,0.27,F9,12.4,1}'),
};

export const SAMPLES = Object.values(FRAMES);
