import { asciiBytes } from '../tools/text.ts';

const REST = '9,3669.000,95.0,0.0,1,107.9464,0.0065,583.752,43,0.00,28.26,7.60,NA,U,UUU,0,-95.0,U';

export const line = (moment: string, ignition = 'ON', identity = '000036000013') =>
  asciiBytes(`${identity},${moment},-34.90550,-56.19130,40,87,61:213,4954.40,321,${ignition},35377,0,12,O,${REST}\r\n`);

/** Frames constructed from the protocol, not recorded from a device. */
export const FRAMES = {
  moving: line('03/22/2026 10:15:30'),
  off: line('03/22/26 10:15:30', 'OFF'),
};

export const SAMPLES = Object.values(FRAMES);
