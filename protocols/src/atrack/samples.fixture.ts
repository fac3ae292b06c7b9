import { asciiBytes } from '../tools/text.ts';

const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'));
/**
 * Encodes times, position, course, cause, tenths of kilometres, accuracy, inputs, km/h, outputs, millivolts, driver,
 * thermometers.
 */
const LINE = '1774174530,1774174530,1774174532,-56191300,-34905500,87,2,1255,12,1,40,2,4100,771234,215,2000,';
const DATED = LINE.replaceAll('1774174530', '20260322101530').replace('1774174532', '20260322101532');
const RECORDS = `,7,356000000000013,${LINE},%CI%SA%MV%BV%GS%AT%RP,11,132,41,21,12,1300\r\n${DATED}\r\n`;

/** Frames constructed from the manual, not recorded from a device. */
export const FRAMES = {
  /** Two records, the first with a driver. */
  plain: bytes(
    '40505a5a00620007000143c7b58a400d69bfc14269bfc14269bfc144fca696bcfdeb6264005702000004e7000c0100280210043737313233340000d707d00069bfc17e69bfc17e69bfc180fca696bcfdeb6264005702000004e7000c0100280210040000d707d000',
  ),
  /** A message with a format: satellites, voltages, signal, metres, revolutions, and so on. */
  valued: bytes(
    '40505a5a00e60007000143c7b58a400d69bfc14269bfc14269bfc144fca696bcfdeb6264005702000004e7000c0100280210040000d707d000254349255341254d5625425625475125415425525025564e254d4625484225494e30000b00840029150000000c05143942575a5a5a3337375654303034323531000005010169bfc17e69bfc17e69bfc180fca696bcfdeb6264005702000004e7000c0100280210040000d707d000254349255341254d5625425625475125415425525025564e254d4625484225494e30000b00840029150000000c05143942575a5a5a33373756543030343235310000050101',
  ),
  /** A value of unknown length stands between two records. */
  unknown: bytes(
    '40505a5a00700007000143c7b58a400d69bfc14269bfc14269bfc144fca696bcfdeb6264005702000004e7000c0100280210040000d707d000254349254d56255a5a392553410000840102030b69bfc17e69bfc17e69bfc180fca696bcfdeb6264005702000004e7000c0100280210040000d707d000',
  ),
  /** A message with years in its times and different letters at its start. */
  dated: bytes(
    '02035a5a003c0007000143c7b58a400d07ea03160a0f1e07ea03160a0f1e07ea03160a0f1efca696bcfdeb6264005702000004e7000c0100280210040000d707d000',
  ),
  /** A piece of a picture. */
  picture: bytes('40525a5a00160007000143c7b58a400d69bfc1420001000401020304'),
  keepAlive: bytes('fe02000143c7b58a400d0007'),
  text: asciiBytes(`@P,5A5A,${RECORDS.length}${RECORDS}`),
  information: asciiBytes(
    '$INFO=356000000000013,AX7,Rev.0.61,356000000000013,748010000000013,89598000000000000135,132,41,9,1,12,1,0\r\n',
  ),
  answer: asciiBytes('$OK\r\n'),
};
export const SAMPLES: readonly Uint8Array[] = Object.values(FRAMES);
