import { asciiBytes } from '../tools/text.ts';

/** Frames constructed from the maker's description, not recorded from a device. */
export const FRAMES = {
  head: asciiBytes('H,BT,356000000000013,260322101530,F5813D19,6D6E6DC2\r\n'),
  place: asciiBytes('L,260322101530,G,-34.90550,-56.19130,40,87,125.04,1,3;A,0.79;D,0;T0,34.2;I,0\r\n'),
  repeated: asciiBytes('L,260322101630,G,-34.90550,-56.19130,0,280,86.62,7,20\r\n'),
  end: asciiBytes('E,12\r\n'),
};

export const SAMPLES = Object.values(FRAMES);
