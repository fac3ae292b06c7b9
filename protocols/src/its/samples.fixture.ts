import { asciiBytes } from '../tools/text.ts';

const ID = '356000000000013';
const STATE = '40.0,87.00,11,560.2,1.20,0.80,AIRTEL,1,1,13.9,4.1,0,C,24,404,78,62E1,5799,0001,00,18646,125.0';

/** Frames constructed from the standard, not recorded from a device. */
export const SAMPLES = [
  asciiBytes(`$,LGN,MAKER,${ID},1.0.0,AIS140,MH12AB1234,19.997454,N,073.789803,E*`),
  asciiBytes(`$,NRM,MAKER,1.0.0,NR,01,L,${ID},MH12AB1234,1,22032026,101530,19.997454,N,073.789803,E,${STATE},*`),
  asciiBytes(`$NRM,MAKER,1.8AIS,EA,10,L,${ID},,1,22032026,101530,19.99745400,N,73.78980300,E,${STATE}*1F6F7BD1\r\n`),
  asciiBytes(`$,04,MAKER,1.0.0,TA,16,H,${ID},MH12AB1234,1,22,03,2026,10,15,30,019.997454,N,073.789803,E,${STATE},*`),
  asciiBytes(`$,EPB,EMR,${ID},NM,22032026101530,A,19.997454,N,073.789803,E,560.2,0.0,0.0,G,NA,NA,*`),
  asciiBytes(`$,HBT,${ID},95,20,12,1,1,*`),
];
