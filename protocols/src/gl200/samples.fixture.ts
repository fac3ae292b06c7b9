import { asciiBytes } from '../tools/text.ts';

const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'));
/** Accuracy, km/h, course, metres, longitude, latitude, time, cell. */
export const POSITION = '1,40.0,87,12.5,-56.191300,-34.905500,20260322101530,0748,0001,0DAC,A029';

/** Frames constructed from the manual, not recorded from a device. */
export const FRAMES = {
  /** A vehicle: kilometres, hours of the engine, an input in millivolts, battery, state. */
  fixed: asciiBytes(
    `+RESP:GTFRI,060228,356000000000013,bus 7,13250,10,1,${POSITION},00,125.5,00012:30:15,1250,,95,220102,,,,20260322101532,00A1$`,
  ),
  twice: asciiBytes(
    `+BUFF:GTFRI,1A0900,356000000000013,,0,0,2,${POSITION},125.5,${POSITION.replace('101530', '101630')},125.6,81,20260322101640,00A2$`,
  ),
  expanded: asciiBytes(
    `+RESP:GTERI,6E0304,356000000000013,,00000002,12400,50,1,${POSITION},01,11,125.5,,1930,F64,,80,110000,2,1,28FF000000000001,1,FFC8,20260322101532,00A3$`,
  ),
  bus: asciiBytes(
    `+RESP:GTCAN,F10413,356000000000013,,0,1,C000017F,9BWZZZ377VT004251,2,H125500,912.50,1300,41,88,P64.50,${POSITION},00,20260322101532,00A4$`,
  ),
  ignition: asciiBytes(`+RESP:GTIGF,270302,356000000000013,,3519,${POSITION},00,,125.5,20260322101532,00A5$`),
  state: asciiBytes(
    '+RESP:GTINF,060100,356000000000013,,22,8959800000000000013F,21,0,1,12400,,4.15,1,1,0,0,20260322101530,0,,,00,00,+0000,0,20260322101532,00A6$',
  ),
  sos: asciiBytes(`+RESP:GTSOS,020102,356000000000013,,0,0,1,${POSITION},00,81,20260322101532,00A7$`),
  heartbeat: asciiBytes('+ACK:GTHBD,1A0401,356000000000013,,20260322101532,00A8$'),
  answer: asciiBytes('+ACK:GTOUT,060228,356000000000013,,0007,20260322101532,00A9$'),
  /**
   * Encodes the identity's pairs of digits as numbers in bytes: 35, 60, 00, 00, 00, 00, 01, 3; 90%, 12,400 mV, state
   * 22, eight satellites.
   */
  binary: bytes(
    '2b5253500700fc1fbf004c4501020209233c0000000001035a307022081001010028000057000cfca696bcfdeb626407ea03160a0f1e02ec00010daca0290007ea03160a0f2000aa00000d0a',
  ),
  /** Encodes accuracy 1.2, eight satellites, 87 degrees, 12.5 m. */
  records: bytes(
    '2b0000380003560000000000138203000300002169bfc14200011000521629fca696bcfdeb626469bfc14201900c005700007d0801000024',
  ),
};
export const SAMPLES: readonly Uint8Array[] = Object.values(FRAMES);
