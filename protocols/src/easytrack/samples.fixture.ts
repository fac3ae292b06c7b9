import { asciiBytes } from '../tools/text.ts';

const ID = '356000000000013';

/**
 * Frames constructed from the protocol, not recorded from a device. 34.9055° are 20943300, 56.1913° are 33714780
 * ten-thousandths of a minute.
 */
export const FRAMES = {
  login: asciiBytes(`*ET,${ID},RG,13691779574#`),
  heartbeat: asciiBytes(`*ET,${ID},TX,V,1A0316,0A0F1E#`),
  keepAlive: asciiBytes(`*ET,${ID},MQ#`),
  position: asciiBytes(`*ET,${ID},HB,A,1A0316,0A0F1E,813F91C4,8202725C,0FA0,21FC,00850000,18,96,0000,0004E2,12#`),
  older: asciiBytes(`*ET,${ID},DW,V,1A0316,0A0F1E,013F91C4,0202725C,0000,0000,00000000,20,4,0000,00F123#`),
  newer: asciiBytes(
    `*ET,${ID},DW,A,1A0316,0A0F1E,813F91C4,8202725C,0FA0,21FC,00800000,18,0,0348,0004E2,12,0012345678,0000003C,FE0C,13.41,11#`,
  ),
  reply: asciiBytes(`*ET,${ID},GZ,0001,0005#`),
};

export const SAMPLES = Object.values(FRAMES);
