import { asciiBytes } from '../tools/text.ts';

const ID = '3000000013';

export const line = (type: string, content: string) => asciiBytes(`%${type},${ID}:${content}\r\n`);

export const POSITION = '0,260322101530,W056.191300,S34.905500,12,42,87,7';

/** Frames constructed from the protocol, not recorded from a device. */
export const FRAMES = {
  position: line('GP', `${POSITION},0,00,,2794-10FF-46000,3>0-0`),
  stored: line('KP', `${POSITION},17,00,,2794-10FF-46000,3>0-0`),
  blind: line('EP', '0,260322101530,E056.191300,N34.905500,,0,0,0,18,0A-1,,,'),
  synchronisation: line('SN', '0,0,260322101530,404'),
};

export const SAMPLES = Object.values(FRAMES);
