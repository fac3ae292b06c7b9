import { exclusiveOr, twoHexDigits } from '../tools/sums.ts';
import { asciiBytes } from '../tools/text.ts';

export const sentence = (content: string) =>
  asciiBytes(`$${content}*${twoHexDigits(exclusiveOr(asciiBytes(content)))}\r\n`);

const ID = '356000000000013';
export const POSITION = '3454.33000,S,05611.47800,W,12.5,21.60,87.0,220326,101530.000';

/** Frames constructed from the protocol, not recorded from a device. */
export const FRAMES = {
  version: sentence('FRVER,1,1,Phone 1.0'),
  login: sentence(`FRLIN,IMEI,${ID},`),
  position: sentence(`FRCMD,${ID},_SendMessage,,${POSITION},1,SosButton=1,voltage=4.1,Odometer=`),
  ping: sentence(`FRCMD,${ID},_Ping,voltage=4`),
  receiver: sentence('GPRMC,101530.000,A,3454.33000,S,05611.47800,W,21.600,87.0,220326,,'),
};

export const SAMPLES = Object.values(FRAMES);
