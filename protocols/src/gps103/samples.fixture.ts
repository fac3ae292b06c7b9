import { asciiBytes } from '../tools/text.ts';

const IMEI = '356000000000013';

/** Frames constructed from the protocol, not recorded from a device. */
export const SAMPLES = [
  asciiBytes(`##,imei:${IMEI},A;`),
  asciiBytes(`${IMEI};`),
  asciiBytes(`imei:${IMEI},tracker,260322071530,,F,101530.000,A,3454.3300,S,05611.4780,W,21.60,87,12,1,0,46.50%,,+21;`),
  asciiBytes(`imei:${IMEI},help me,2603220715,,F,101530.000,A,3454.3300,S,05611.4780,W,0.00,0;\r\n`),
  asciiBytes(`imei:${IMEI},low battery,000000000,,L,,,0110,,a029,,,;`),
  asciiBytes(`imei:${IMEI},OBD,260322071530,125037,,,410,52,33.10%,88,14.20%,1740,13.90,P0137,,,;`),
  asciiBytes(
    `imei:${IMEI},Van 1,---,------,----,101530,220326,24,1,-34.90550,-56.19130,040,087,0012,0.90,11,1,0,---,*`,
  ),
];
