import { fromHex } from '../tools/bytes.ts';
import { asciiBytes } from '../tools/text.ts';

const ID = '356000000000013';
const PLACE = 'GPS:A;11;S34.905500;W56.191300;40;87;12;0.90;1.20';
const bytesOf = (hex: string) => fromHex(hex.replaceAll(' ', '')) ?? new Uint8Array();

/** Frames constructed from the protocol, not recorded from a device. */
export const FRAMES = {
  records: asciiBytes(
    `*GS06,${ID},101530220326,1C,SYS:G3SC;V3.32;V1.1.8,${PLACE},COT:125037;2-8-17,ADC:13.90;4.12;0.01;0.02,DTT:4004;C7;0;0;0;1,IWD:0;0;0123456789AB;2;1;28FF0A;-5.5,ETD:1;2$101600220326,,GPS:V;0;S34.905500;W56.191300;;0,COT:,DTT:4000;;0;0;0;1#`,
  ),
  obd: asciiBytes(
    `*GS16,${ID},101530220326,,${PLACE},GSM:1;1;748;1;110;A029;-78,OBD:04410C122003410D0F03411C0103410547037F011203411180#`,
  ),
  first: asciiBytes(`*GS02,${ID},GPS:101530;A;S34.905500;W56.191300;40;87;220326,STT:20;0,MGR:125037,ADC:13.9;4.12#`),
  alive: asciiBytes(`*GS02,${ID}#`),
  answer: asciiBytes(`*GS06,${ID},RST#`),
  /** 356000000000013 is 0x0143c7b58a400d; 827,489,730 seconds since 2000 are 0x31527dc2. */
  bytes: bytesOf(
    'f8 06 01 0143c7b58a400d 31527dc2 0072 13 003f 4b fdeb6264 fca696bc 0028 0057 fffd 005a 04 03641208 02 0189 08 0700000000000000 4655 f8',
  ),
  /** 0x1b in the following bytes is sent as 1b 00, the flag as 1b e3. */
  event: bytesOf(
    'f8 06 41 0143c7b58a400d 31527dc2 1b00 0003 02 0102 11 001f 4b fdeb6264 fca696bc 0028 0057 1be31b00 4655 f8',
  ),
};

export const SAMPLES = Object.values(FRAMES);
