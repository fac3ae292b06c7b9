import { asciiBytes } from '../tools/text.ts';

const PLACE = '220326;101530;3454.3300;S;05611.4780;W;40;87;12;11';

/** As devices send them: made by the protocol, of nowhere. */
export const SAMPLES = [
  asciiBytes('#L#356000000000013;NA\r\n'),
  asciiBytes('#P#\r\n'),
  asciiBytes(`#SD#${PLACE}\r\n`),
  asciiBytes(`#D#${PLACE};0.9;3;0;13.9,4.1;8F2A;pwr_ext:2:13.9,pwr_int:2:4.1,fuel:2:45.5,hw:3:V4,SOS:1:1\r\n`),
  asciiBytes('#D#NA;NA;NA;NA;NA;NA;NA;NA;NA;NA;NA;NA;NA;;NA;temp:2:-4.5\r\n'),
  asciiBytes(`#B#${PLACE}|${PLACE};NA;NA;NA;;NA;count1:1:564|\r\n`),
  asciiBytes('#M#on my way\r\n'),
];
