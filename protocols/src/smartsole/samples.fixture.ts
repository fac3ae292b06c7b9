import { asciiBytes } from '../tools/text.ts';

export const message = (tail: string, identity = '356000000000013', moment = '260322101530') =>
  asciiBytes(`#GTXRP=${identity},8,${moment},-34.905500,-56.191300,${tail}$`);

/** Frames constructed from the protocol, not recorded from a device. */
export const FRAMES = {
  walking: message('12,4,1,7,1.80,260322101545,4.16,11'),
  indoors: message('12,0,0,0,1.08,260322111530,4.10,10'),
};

export const SAMPLES = Object.values(FRAMES);
