import { asciiBytes } from '../tools/text.ts';

export const line = (text: string) => asciiBytes(`${text}\r\n`);

/** Frames constructed from the protocol, not recorded from a device. */
export const FRAMES = {
  sync: Uint8Array.of(0xfa, 0xf8, 0x1b, 0x01, 0x3b, 0x9a, 0xca, 0x01),
  position: line('1010000013,20260322101530,-56.191300,-34.905500,40,87,12,9,2,5,1,12.400,0.153'),
  engine: line(
    '356000000000013,20260322101630,-56.191300,-34.905500,0,0,-3,7,0,0,0,0.000,0.000,20260322101630,0,55,1500,85,62,9,21,101,0,4200,125037',
  ),
  reply: line('$OK:TRACKING'),
};

export const SAMPLES = Object.values(FRAMES);
