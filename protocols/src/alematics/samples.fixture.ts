import { asciiBytes } from '../tools/text.ts';

export const line = (tail: string, event = 2) =>
  asciiBytes(
    `$T,${event},64,356000000000013,20260322101530,20260322101532,-34.905500,-56.191300,40,87,12,0.9,9,5,2,0.153,12.400,125037,${tail}\r\n`,
  );

/** Frames constructed from the protocol, not recorded from a device. */
export const FRAMES = {
  plain: line('0,'),
  masked: line('62,12772,4109,55,1500,8'),
  text: line('0,$S,A1,1,,12345.67', 4),
};

export const SAMPLES = Object.values(FRAMES);
