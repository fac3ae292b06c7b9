import { asciiBytes } from '../tools/text.ts';

const ID = '356000000013';
const PLACE = '260322A3454.3300S05611.4780W040.0101530087.00';

/** Frames constructed from the protocol, not recorded from a device. */
export const SAMPLES = [
  asciiBytes(`(${ID}BP00000356000000013HSO)`),
  asciiBytes(`(${ID}BP05356000000000013${PLACE}01000000L0001E87D)`),
  asciiBytes(`(${ID}BR00${PLACE},11000293L0001E87DT113)\r\n`),
  asciiBytes(`(${ID}BO012${PLACE}01000000L0001E87D)`),
  asciiBytes(`(${ID}BZ00,748,001,110,a029,43,110,a02a,36)`),
  asciiBytes(`(${ID},ZC17,220326,A,3454.3300S,05611.4780W,40.00,101530,87.50,12.00,9)`),
  asciiBytes(`(${ID},ZC20,220326,101530,6,421,138,0)`),
  asciiBytes(`(${ID},DW51,748,1,110,41001,2,02:00:00:00:00:01*-65*1,02:00:00:00:00:02*-78*1,220326,101530)`),
  asciiBytes(`(${ID},ZC03,220326,101530,$Notice: speed limit 90$)`),
];
