import { concat } from '../tools/bytes.ts';
import { crc16Xmodem } from '../tools/crc16.ts';
import { asciiBytes } from '../tools/text.ts';

/** A report around its blocks; 0x31527dc2 seconds after 2000 are 2026-03-22 10:15:30. */
export function report(blocks: string, seconds = '31527dc2'): Uint8Array {
  const body = Uint8Array.from(Buffer.from(`01010356000000000013${seconds}${blocks}`, 'hex'));
  const sum = crc16Xmodem(body);
  return concat(Uint8Array.of(0xf8), body, Uint8Array.of(sum >> 8, sum & 0xff, 0xf8));
}

/** Encodes -34,905,500 and -56,191,300 millionths, 40 km/h, 87 degrees, 0.9. */
export const POSITION = '010efdeb6264fca696bc00280057005a';

/** Frames constructed from the maker's protocol, not recorded from a device. */
export const FRAMES = {
  place: report(`${POSITION}0304020000000404000124d4050603bd1876220f`),
  engine: report(`${POSITION}0710310573410c1770310d283111ff312f80`),
  status: report('020bffffffffffffffffffff780304000004010404000002c2100101'),
  codes: report(`${POSITION}08040000ea600903332015`),
  // Inside the first of its geofences, which is the reason; harsh braking; an authorised key; event 6 with a mask.
  driver: report(`060800000001000000010a01010e0931323334353637380110050600000040`),
  vin: report(`0d11${Buffer.from('WDB9066571S123456').toString('hex')}`),
  words: asciiBytes(
    '*TS01,356000000000013,101530220326,GPS:3;S34.905500;W56.191300;40;87;0.90,STT:200;400,MGR:74964,' +
      'ADC:0;15.70;1;40.19;2;4.15,GFS:0;0#',
  ),
  repeated: report(`${POSITION.slice(0, -4)}270f`),
  answer: asciiBytes('*TS01,356000000000013,101530220326,VER:T361#'),
};

export const SAMPLES = Object.values(FRAMES);
