import { asciiBytes } from '../tools/text.ts';

export const HEAD =
  '$MGV002,356000000000013,bus 7,R,220326,101530,A,3454.33000,S,05611.47800,W,00,11,00,1.20,21.600,87.00,12.5';
const SENTENCE = '$GPRMC,101530.000,A,3454.3300,S,05611.4780,W,21.60,87.00,220326,,,A*55';

/** Frames constructed from the manual, not recorded from a device. */
export const FRAMES = {
  vehicle: asciiBytes(`${HEAD},125.5,748,01,0DAC,A029,25,0001,0010,12,0,0,28.5,-3.5,00771234,10,95,Timer;!`),
  /** Preceded by its length, and followed by access points. */
  memory: asciiBytes(
    `0200${HEAD.replace(',R,', ',S,')},,748,01,0DAC,A029,25,,,,,,,,,01,81,Low Battery,a0b1c2d3e4f5:60|a0b1c2d3e4f6:71,;!`,
  ),
  person: asciiBytes(`${HEAD},,748,01,0DAC,A029,13,72,1055,0,0,90,,,,11,64,SOS;!`),
  nowhere: asciiBytes(
    '$MGV002,356000000000013,GVT900,S,220326,101530,V,,S,,W,00,00,00,,,,,,,,,,,,,,,,,,,10,15,Restart;!',
  ),
  older: asciiBytes(`STX,bus7,${SENTENCE},F,Help,imei:356000000000013,05,12.5,Battery=38%,,1,748,01,0DAC,A029;8F\r\n`),
  logged: asciiBytes(
    `LOGSTX,356000000000013,${SENTENCE},L,,imei:356000000000013,0/6,,Battery=100%,,0,,,0DAC,A029;24\r\n`,
  ),
  plain: asciiBytes(`STX356000000000013 \x02${SENTENCE},748,01,0DAC,A029,21,95,0,0001,0000,0.00,Timer;7A\r\n`),
  answer: asciiBytes('$GPRS,356000000000013;W005,OK;!'),
};
export const SAMPLES: readonly Uint8Array[] = Object.values(FRAMES);
