import { asciiBytes } from '../tools/text.ts';

const POSITION = '22032026,101530,1,3454.3300,S,05611.4780,W,40.0,87.5';
const STATE = '12.5,0.82,9,14,Ancel,31,4e21,1,4.10,12.7,00000101,00000010,1111,0.0,0.0,21.3,SW10.12';

export const newerLine = (type: string, tail = `${STATE},NA,#`, place = POSITION) =>
  asciiBytes(`$${type},L,356000000000013,${place},${tail}\r\n`);

/** Frames constructed from the protocol, not recorded from a device. */
export const FRAMES = {
  moving: newerLine('nor'),
  card: newerLine('rid', `${STATE},0004909000,#`),
  stored: asciiBytes(`$ion,H,356000000000013,${POSITION},${STATE},#\r\n`),
  blind: newerLine('nor', `${STATE},NA,#`, '22032026,101530,0,0000.0000,N,00000.0000,E,0.0,0.0'),
  older: asciiBytes(`$loc,356000000000013,${POSITION},4e21,31,9,95,1,LHLL,NNTN,HL,0.15,0.26,ABC 1234,0,SW0.1a\r\n`),
};

export const SAMPLES = Object.values(FRAMES);
