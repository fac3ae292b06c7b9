import { asciiBytes } from '../tools/text.ts';

export const message = (place: string, tail: string, head = 'TLN,356000000000013') =>
  asciiBytes(`(${head},220326,101530,${place},${tail})`);

const PLACE = '-34.905500,-56.191300,42,87,12,9,1';

/** Frames constructed from the protocol, not recorded from a device. */
export const FRAMES = {
  plain: message(PLACE, '21,101,01,0.15,12.40,4.10,36.5,-3.25,1,0.99,66,0,12704,88,95'),
  several: message(PLACE, '21,1200,0,0.15,12.40,4.10,36,M+4.5-18+0,0,1.00,0,0,12704,0,0', 'TLA,356000000000013'),
  never: message('+0.0,+0.0,0,0,0,0,3', '5,000,00,0.00,12.25,7.95,27.11,0.0,0,1.13,0,0,0,4,86'),
};

export const SAMPLES = Object.values(FRAMES);
