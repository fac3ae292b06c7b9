import { asciiBytes } from '../tools/text.ts';

export const line = (tail: string, fix = 'A', identity = 'TR-10') =>
  asciiBytes(`%%${identity},${fix},260322101530,S3454.3300W05611.4780,40,087,${tail}\r\n`);

/** Frames constructed from the protocol, not recorded from a device. */
export const FRAMES = {
  moving: line('NA,47010000,108'),
  withIdentity: line('B13.1:F0.0,04020000,253,CFG:133.00|', 'L', '356000000000013'),
  short: line('01034802,150,[Message]'),
  alive: asciiBytes('%%TRACKPRO01,1\r\n'),
};

export const SAMPLES = Object.values(FRAMES);
