import { concat, fromHex } from '../tools/bytes.ts';
import { crc16Xmodem } from '../tools/crc16.ts';

/** Bytes as written in a frame: five of them as 0x10 and the byte plus 0x20. */
export const escapedFrame = (bytes: Uint8Array): Uint8Array =>
  Uint8Array.from(
    [...bytes].flatMap((byte) => ([1, 4, 0x10, 0x11, 0x13].includes(byte) ? [0x10, byte + 0x20] : [byte])),
  );

/** A message of device 8000013 with its checksum, escaped, between the delimiters. */
export function frame(content: string, type = '31'): Uint8Array {
  const message = fromHex(`a6${type}0d127a00${content.replaceAll(' ', '')}`) ?? new Uint8Array();
  const sum = crc16Xmodem(message);
  const whole = concat(message, Uint8Array.of(sum & 0xff, sum >> 8));
  return concat(Uint8Array.of(1), escapedFrame(whole), Uint8Array.of(4));
}

/** Encodes 2026-03-22 10:15:30, -34905500 and -56191300 millionths. */
export const POSITION = 'dea3d24a 6462ebfd bc96a6fc';
/** The same 2 × 1024 weeks after 2000, minus one cycle. */
export const MIRRORED_POSITION = 'dea3d212 6462ebfd bc96a6fc';
/** Encodes ignition, alarm, inputs 5, outputs 2, course 2 of 8, charger. */
export const FLAGS = '17091000';

/** Frames constructed from the protocol, not recorded from a device. */
export const FRAMES = {
  // Encodes no groups; count 7, 40 km/h.
  bare: frame(`08 00 0700 ${POSITION} ${FLAGS} 28 00`),
  // Encodes 9 satellites, HDOP 1, accuracy, signal 16, age, volts, -5 °C; 125037 m; 90 minutes; reason 4; 12.4 V;
  // driver.
  full: frame(
    `08 ff 0800 ${POSITION} 00000000 00 00 0102030405060708 0102030405060708
    09 01 06 10 0100 3e fb 6de80100 5a000000 04000000 7030 0000 39300000`.replaceAll(/\s/g, ''),
  ),
  lost: frame(`08 04 0900 ${MIRRORED_POSITION} 00000000 00 00 00 00 00 10 0100 3e 1b`),
  other: frame('0102', '30'),
};

export const SAMPLES = Object.values(FRAMES);
