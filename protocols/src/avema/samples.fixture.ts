import { asciiBytes } from '../tools/text.ts';

export const line = (tail: string, satellites = 9, moment = '20260322101530') =>
  asciiBytes(`1000000013,${moment},-56.1913,-34.9055,42,87,12,${satellites},${tail}\r\n`);

/** Frames constructed from the protocol, not recorded from a device. */
export const FRAMES = {
  card: line('10,1234.5,3,0.02,12.4,1,0,15,2,748-1,1A2B,3C4D,4.01,65EB812A000104E0,8000001234,Roger'),
  older: line('3,0.0,1,0.02V,14.88V,0,1,24,4,74801,1A2B,3C4D,CID0000028'),
  short: line('3,0.0,0,0.02,14.01,0,0,26,0,748-1,FFFE,9C7DCC,3.95'),
  blind: line('3,0.0,0,0.02,14.01,0,0,26,0,748-1,FFFE,9C7DCC,', 0),
};

export const SAMPLES = Object.values(FRAMES);
