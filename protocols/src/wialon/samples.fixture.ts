import { fromHex } from '../tools/bytes.ts';
import { crc16Ibm } from '../tools/crc16.ts';
import { asciiBytes } from '../tools/text.ts';

const PLACE = '220326;101530;3454.3300;S;05611.4780;W;40;87;12;11';

/** A packet of Combine with its checksum. */
export function combine(hex: string): Uint8Array {
  const bytes = fromHex(hex) ?? new Uint8Array();
  const sum = crc16Ibm(bytes);
  return Uint8Array.of(...bytes, sum >> 8, sum & 0xff);
}

/** Version 1, identity in eight bytes, no password. */
export const COMBINE_LOGIN = combine('2424000000000a0130000143c7b58a400d');
/** A timestamp with a position, values of several forms, inputs and outputs, a cell. */
export const COMBINE_DATA = combine(
  `24240100020049 65920080 04 01 fdeb6264 fca696bc 0028 0057 000c 0b 005a
   00 05 09 41 0582 846a 08 40490000 0a 06 ffffffff 0b 0a 563400 0c 44 85
   02 00000005 00000001 04 01 02ec 000a 0064 00c8 0014 0001`.replaceAll(/\s/g, ''),
);

/** Frames constructed from the protocol, not recorded from a device. */
export const SAMPLES = [
  asciiBytes('#L#356000000000013;NA\r\n'),
  asciiBytes('#P#\r\n'),
  asciiBytes(`#SD#${PLACE}\r\n`),
  asciiBytes(`#D#${PLACE};0.9;3;0;13.9,4.1;8F2A;pwr_ext:2:13.9,pwr_int:2:4.1,fuel:2:45.5,hw:3:V4,SOS:1:1\r\n`),
  asciiBytes('#D#NA;NA;NA;NA;NA;NA;NA;NA;NA;NA;NA;NA;NA;;NA;temp:2:-4.5\r\n'),
  asciiBytes(`#B#${PLACE}|${PLACE};NA;NA;NA;;NA;count1:1:564|\r\n`),
  asciiBytes('#M#on my way\r\n'),
  COMBINE_LOGIN,
  COMBINE_DATA,
  Uint8Array.of(0x24, 0x24, 0x02, 0x00, 0x03),
];
