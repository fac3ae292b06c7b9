import { asciiBytes } from '../tools/text.ts';

export const line = (tail: string, identity = '356000000000013') =>
  asciiBytes(`${identity},20260322101530,-56.1913,-34.9055,42,87,${tail}\r\n`);

/** Frames constructed from the protocol, not recorded from a device. */
export const FRAMES = {
  warm: line('12,7,5,78,21.5'),
  plain: line('12,7,5,78,-1'),
  blind: line('0,2,5,78,-1'),
};

export const SAMPLES = Object.values(FRAMES);
