import { exclusiveOr, twoHexDigits } from '../tools/sums.ts';
import { asciiBytes } from '../tools/text.ts';

const ID = '356000000000013';

/** A sentence around its content, with its line end. */
export const sentence = (content: string): Uint8Array =>
  asciiBytes(`$${content}*${twoHexDigits(exclusiveOr(asciiBytes(content)))}\r`);

const PLACE = '3454.3300,S,05611.4780,W,21.60,87.12,220326';

/** Frames constructed from the protocol, not recorded from a device. */
export const FRAMES = {
  system: sentence(`AVSYS,${ID},V1.50,SN0000103,32768`),
  card: sentence(`EAVSYS,${ID},8931086013104404999,,Owner,0x52014406`),
  check: sentence(`ECHK,${ID},0`),
  position: sentence(`AVRMC,${ID},101530,A,${PLACE},0,3.727,17,1,1200,0`),
  emergency: sentence(`AVRMC,${ID},101530,r,${PLACE},3,4076,167,1,0,0,0D7AB913,020408`),
  inputs: sentence(`AVRMC,${ID},101530,V,${PLACE},B,4076,167,1,0,0`),
  answer: sentence(`AVCFG,${ID},OK`),
};

export const SAMPLES = Object.values(FRAMES);
