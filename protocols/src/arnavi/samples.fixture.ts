import { asciiBytes } from '../tools/text.ts';

const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'));

/** Frames constructed from the protocol, not recorded from a device. */
export const FRAMES = {
  login: bytes('ff220d408ab5c7430100'),
  loginTime: bytes('ff230d408ab5c7430100'),
  loginLonger: bytes('ff240d408ab5c74301000102030405060708'),
  records: bytes(
    '5b0701320042c1bf69010410d430033b9f0bc204e4c360c2052b025616090501c02014780000001fdc05000046d204f9009606310000975a000000a701050060c1bf690900000050a25d',
  ),
  text: bytes('5b08030a0042c1bf69726573657420646f6e65145d'),
  ping: bytes('5b0900000042c1bf692b5d'),
  second: asciiBytes(
    '$AV,V2,1013,71,1250,410,-1,0,1,5,3,120,1,11,101530,3454.3300S,05611.4780W,21.6,87.0,220326,*6D\r\n',
  ),
  third: asciiBytes(
    '$AV,V3,1013,72,1250,410,-1,0,0,0,3,120,0,7,1,11,101530,3454.3300S,05611.4780W,21.6,87.0,220326,0,0,32767,SF*62\r\n',
  ),
  fourth: asciiBytes(
    '$AV,V4,1013,73,1250,410,-1,0,1,192,0,0,0,0,0,0,,,000023,0000.0000N,00000.0000E,0.0,0.0,060180,0,0,32767,*48\r\n',
  ),
  device: asciiBytes('$AV,V3DI,1013,74,-1,19,0008C56A,000879AC,0C000002,356000000000013,89997077111301204297,*06\r\n'),
};
export const SAMPLES: readonly Uint8Array[] = Object.values(FRAMES);
