import { asciiBytes } from '../tools/text.ts';

export const message = (type: string, content: string, version = '020102') =>
  asciiBytes(`\0\u0004,007F,0,GT${type},${version},356000000000013,tracker,${content},20260322101532,0C2A$`);

export const POSITION = '3,40.2,87,12.5,-56.191300,-34.905500,20260322101530,0748,0001,041A,4220';

/** Frames constructed from Queclink's manual, with this device's header, not recorded from a device. */
export const FRAMES = {
  position: message('FRI', `0,0,1,${POSITION},69`),
  alarm: message('SOS', `0,0,1,${POSITION},70`),
  moved: message('NMR', `0,41,1,${POSITION},97`),
  on: message('PNA', '0,0,1,0,,,,0,0,,,,,,99', ''),
};

export const SAMPLES = Object.values(FRAMES);
