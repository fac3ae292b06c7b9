import { asciiBytes } from '../tools/text.ts';

const ID = '356000000000013';

export const line = (content: string) => asciiBytes(`$GPRMC,${content}\r\n`);

/** Frames constructed from the protocol, not recorded from a device. */
export const FRAMES = {
  fuel: line(`${ID},101530.500,A,3454.3300,S,05611.4780,W,42.50,87.5,220326,0,,00C8,00218,99,748,1,3C4D,1A2B,61.5`),
  empty: line(`${ID},101530.000,A,3454.3300,S,05611.4780,W,0.00,0,220326,0,,00C8,00218,99,,,,,,0.00`),
  nameless: line('101530.000,V,3454.3300,S,05611.4780,W,0.00,311.19,220326,0,,1111,1111'),
  never: line(`${ID},101530.000,A,0000.0000,S,00000.0000,E,0.00,0.00,220326,0,,8000,0`),
};

export const SAMPLES = Object.values(FRAMES);
