import { asciiBytes } from '../tools/text.ts';

const PLACE = '22/03/26,10:15:30,-34.905500,-56.191300,40';

/** Frames constructed from the maker's description, not recorded from a device. */
export const FRAMES = {
  login: asciiBytes('!1,356000000000013,V07S.5701.1621,100;'),
  heartbeat: asciiBytes('!5,17,V,91,1;'),
  place: asciiBytes(`!D,${PLACE},87,140001,12.5,47,9,13,0.9;`),
  stored: asciiBytes(`!B,${PLACE},87,541041,12.5,47,9,13,0;`),
  short: asciiBytes('!C,22/3/26,1:1:6,-34.905500,-56.191300,0,0,100000,25.32,100,0.03,0.01,0;'),
  old: asciiBytes('!A,22/03/26,10:15:30,-34.905500,-56.191300,0.0,25101,0;'),
  reply: asciiBytes('!3,ok;'),
};

export const SAMPLES = Object.values(FRAMES);
