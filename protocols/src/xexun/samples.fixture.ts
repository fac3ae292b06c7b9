import { asciiBytes } from '../tools/text.ts';

const PLACE = 'GPRMC,101530.000,A,3454.3300,S,05611.4780,W,21.60,87.00,220326,,,A*4A';

/** Frames constructed from the manual, not recorded from a device. */
export const SAMPLES = [
  asciiBytes(`${PLACE},F,,imei:356000000000013,`),
  asciiBytes(
    `260322121530,+59899000000,${PLACE},F,ACC On, imei:356000000000013,07,12.3,F:4.11V,1,132,40512,748,01,2533,720B\r`,
  ),
  asciiBytes(
    `260322121530,,${PLACE.replace(',A,', ',V,')}\r\n,L,help me!, imei:356000000000013,00,-3.0,L:3.65V/ADC1=0.20V/ADC2=0.00V,0,132,40512,748,01,2533,720B,6.21km\r`,
  ),
  asciiBytes(`${PLACE.replace('GP', 'GN')},L,low battery,imei:356000000000013,`),
];
