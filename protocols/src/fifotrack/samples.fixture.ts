import { asciiBytes } from '../tools/text.ts';
import { concat } from '../tools/bytes.ts';

const ID = '356000000000013';

/** A frame of a device around its content: count, content, the XOR of all between. */
export function frame(content: string | Uint8Array, count = '1'): Uint8Array {
  const body = typeof content === 'string' ? asciiBytes(content) : content;
  const counted = concat(asciiBytes(`,${ID},${count},`), body);
  const summed = concat(asciiBytes(String(counted.length)), counted);
  const sum = summed.reduce((xor, byte) => xor ^ byte, 0);
  return concat(asciiBytes('$$'), summed, asciiBytes(`*${sum.toString(16).toUpperCase().padStart(2, '0')}`));
}

/** Frames constructed from the manual, not recorded from a device. */
export const FRAMES = {
  position: frame(
    'A01,,260322101530,A,-34.905500,-56.191300,40,87,12,125037,7200,900000C0,02,1,748|1|0110|A029,196|4E0|6C,940C7E,31.76|-5.5',
  ),
  alarm: frame(
    'A01,15,260322101630,V,-34.905500,-56.191300,0,0,-3,125037,7200,0000,00,0,748|1|0110|A029,196|4E0|6C,0,',
    '2F',
  ),
  portable: frame('A03,17,260322101530,748|1|0110|A029,3.74,52,0019,0,A,40,13,-34.905500,-56.191300', '7F'),
  wireless: frame('A03,,260322101530,748|1|0110|A029,4.20,100,003E,1,020000000001:-65|020000000002:-67', '80'),
  reply: frame('B03,OK'),
  photo: frame(concat(asciiBytes('D06,24444B86,0,8,'), Uint8Array.of(0xff, 0xd8, 0x2a, 0x0d, 0x0a, 0x24, 0x24, 0x2c))),
};

export const SAMPLES = Object.values(FRAMES);
