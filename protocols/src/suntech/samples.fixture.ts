import { asciiBytes } from '../tools/text.ts';

const PLACE = '20260322;10:15:30;16d41;-34.905500;-056.191300;040.000;087.00;11;1';
/** South and west, a fix, eleven satellites: the default of `compact`. */
const STATE = 'eb';
/** The models' report in binary. */
export const compact = (state = STATE, io = '00', moment = '1a03160a0f1e') =>
  Uint8Array.from(
    Buffer.from(
      `02 0032 10 1008500130 04010a ${moment} 016d41 22905500 38191300 002850 005725 ${state} 0001e86d 0d90 ${io} 02 0048 00000802 0410 01 03`.replaceAll(
        ' ',
        '',
      ),
      'hex',
    ),
  );
const text = (line: string) => asciiBytes(`${line}\r`);

/** Frames constructed from the manuals, not recorded from a device. */
export const SAMPLES = [
  text(`ST300STT;100850013;04;010;${PLACE};125037;13.90;100000;2;0072;002050;4.1;1;012E717F010000;0`),
  text('SA200ALV;317013'),
  text(`SA200EMG;317013;042;${PLACE};125037;0.00;110000;3`),
  text(`ST300ALT;100850013;04;010;${PLACE};125037;13.90;100000;41;002050;4.1;0`),
  text(
    'ST410STT;007638013;426;01;24153;748;1;-65;365;0;3.98;1;0176;2;20260322;10:15:30;-34.905500;-056.191300;040.000;087.00;11;1;201',
  ),
  text(`ST910;Emergency;205576813;500;${PLACE.replace('11;1', '1')};2`),
  text('ST300CMD;Res;100850013;010;Enable1'),
  text(
    'ALT;0950030213;3FFFFF;95;1.0.11;1;20260322;10:15:30;02F2F402;748;1;0F1D;45;-34.905500;-056.191300;40.00;87.00;11;1;00000001;00000000;42;2;',
  ),
  compact(),
  Uint8Array.from(
    Buffer.from(
      '81003205200013133fffff34010003011a03160a0f1e000000000000000000001482149d9c835969440fa021fc0b010100020300a8',
      'hex',
    ),
  ),
];
