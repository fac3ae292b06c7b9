import { asciiBytes } from '../tools/text.ts';

export const message = (place: string, identity = '20013???????????') =>
  asciiBytes(`$$${identity}&A9955&B${place},A*64|0.9|&C0100000100&D000024?>&E10000000&Y00100020##`);

/** Frames constructed from the protocol, not recorded from a device. */
export const FRAMES = {
  moving: message('101530.000,A,3454.3300,S,05611.4780,W,21.6,87.5,220326,'),
  standing: message('101530.000,A,3454.3300,S,05611.4780,W,0.00,,220326,', '35600000000013'),
  blind: message('101530.000,V,,,,,,,220326,'),
  alive: asciiBytes('$$20013???????????&A9966&C0100000000##'),
};

export const SAMPLES = Object.values(FRAMES);
