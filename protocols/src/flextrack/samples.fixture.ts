import { asciiBytes } from '../tools/text.ts';

export const report = (place: string, moment = '20260322,101530', node = '7000000013') =>
  asciiBytes(`-2,UNITSTAT,${moment},${node},${place}\r`);

/** Frames constructed from the protocol, not recorded from a device. */
export const FRAMES = {
  login: asciiBytes('-1,LOGON,7000000013,89598000000000000018\r'),
  place: report('S34.54.3300,W056.11.4780,40,87,9,3934,-81,01A8,74801,12,55,37FD,45,0055,12878'),
  blind: report('N0.00.0000,E0.00.0000,0,0,0,4129,-61,2,74801,0,999,A214,63,2EE2,3471676'),
};

export const SAMPLES = Object.values(FRAMES);
