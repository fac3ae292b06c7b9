import { asciiBytes } from '../tools/text.ts';

const ID = '8800000013';
const PLACE = '220326,101530,A,34.905500,S,56.1913000,W,40.00,87.0,12,11,80,64,1250,0';
const sized = (content: string) =>
  asciiBytes(`[3G*${ID}*${content.length.toString(16).padStart(4, '0').toUpperCase()}*${content}]`);

/** Frames constructed from the protocol, not recorded from a device. */
export const SAMPLES = [
  sized('LK,1250,0,64'),
  sized(`UD,${PLACE},00000000,2,255,748,1,110,41001,121,110,41002,116`),
  sized(`AL_LTE,${PLACE},00010000,1,255,748,1,110,41001,121`),
  sized('bphrt,120,79,73,170,65,32,58'),
  sized('oxygen,0,98'),
  sized('ICCID,89860000000000000017'),
  sized('TS,ver:G36;ID:8800000013;bat level:64;'),
  asciiBytes('[ZJ*8800000013*0001*0002*LK]'),
];
