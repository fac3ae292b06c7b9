import { asciiBytes } from '../tools/text.ts';

const ID = '356000000000013';

/** Builds a message around its content: count, content, the sum of all preceding bytes. */
export function frame(content: string, character = 'A'): Uint8Array {
  const counted = `,${ID},${content}`;
  const summed = `&&${character}${counted.length}${counted}`;
  const sum = asciiBytes(summed).reduce((total, byte) => (total + byte) & 0xff, 0);
  return asciiBytes(`${summed}${sum.toString(16).toUpperCase().padStart(2, '0')}\r\n`);
}

export const POSITION =
  '260322101530,A,-34.905500,-56.191300,11,0.9,40,87,12,125037,748|1|0110|0000A029,24,0000000D,06,01,056E|019C|01C8|0000';

/** Frames constructed from the protocol, not recorded from a device. */
export const FRAMES = {
  position: frame(`000,0,,${POSITION},1,0104B0,01013D|028135`),
  short: frame(
    '000,18,,260322101630,V,-34.905500,-56.191300,0,0.0,0,0,-3,125037,748|1|0110|A029,20,15,00,00,0000|019C',
    'o',
  ),
  engine: frame(`000,0,,${POSITION},1,,,686|33||44|99|14|124|11|62%,0000000000000000012345678,7200`, '>'),
  card: frame(`000,53,0123456789ABCDEF,${POSITION},1,`, ':'),
  bus: frame(
    '710,T1,40,1500,12.5,62.5,0,0,0,0,0,85,30,45,1.0,27.4,0,90.5,0,15,0,0,4,1,350,0,0,1,0,80,0\r\nT2,125.037,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,900.5,21',
    'b',
  ),
  reply: frame('129,OK', '0'),
};

export const SAMPLES = Object.values(FRAMES);
