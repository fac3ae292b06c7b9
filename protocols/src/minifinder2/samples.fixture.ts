import { concat, fromHex } from '../tools/bytes.ts';
import { crc16Xmodem } from '../tools/crc16.ts';

/** A message around its content in hex: flags, length, checksum, serial number 7. */
export function message(content: string, flags = 0x10): Uint8Array {
  const body = fromHex(content.replaceAll(' ', '')) ?? new Uint8Array();
  const head = Uint8Array.of(0xab, flags, 0, 0, 0, 0, 7, 0);
  const view = new DataView(head.buffer);
  view.setUint16(2, body.length, true);
  view.setUint16(4, crc16Xmodem(body), true);
  return concat(head, body);
}

/** Encodes 356000000000013. */
const IDENTITY = '10 01 333536303030303030303030303133';
/** Encodes 2026-03-22 10:15:30; 87%, signal 24, moving. */
const STATUS = '09 24 42c1bf69 0002c057';
/** Encodes -34.9055 and -56.1913, 40 km/h, 87°, -3 m, HDOP 0.9, 125,037 m, 11 satellites. */
const PLACE = '16 20 e8d731eb 58e381de 2800 5700 fdff 0900 6de80100 0b';

/** Frames constructed from the protocol, not recorded from a device. */
export const FRAMES = {
  place: message(`01 ${IDENTITY} ${STATUS} ${PLACE}`),
  alarm: message(`01 ${IDENTITY} ${STATUS.replace('0002', '9000')} 09 02 01100080 42c1bf69 0a 22 c4 049226000001 0000`),
  stored: message(
    `01 ${IDENTITY} ${STATUS} ${PLACE} ${STATUS.replace('42c1', '06c1')} ${PLACE.replace('0900', '0000')}`,
    0,
  ),
  beacons: message(
    `01 ${IDENTITY} ${STATUS} 15 28 c0 010203040506 de c3 e8d731eb 58e381de 646f67 0b 2c 00 d14699811df7 d6 00 64 0b 2c 01 87442817d4fd d1 00 32`,
  ),
  network: message(`01 ${IDENTITY} ${STATUS} 15 2a c0 010203040506 c9 e8d731eb 58e381de 686f6d65`),
  body: message(
    `01 ${IDENTITY} 09 30 42c1bf69 e8030000 09 31 42c1bf69 0a000000 09 37 42c1bf69 0c000000 06 40 42c1bf69 48 06 41 42c1bf69 61 04 14 57 6810`,
  ),
  time: message(`03 ${IDENTITY} 01 12`),
  settings: message(
    `02 05 02 00010203 10 03 333536303030303030303030303133 04 14 57 1068 06 64 18 00000001 0b 04 38393031383930313839`,
  ),
  done: message('7f 01 00', 0),
  control: message('04 06 1f 00 74657374', 0),
};

export const SAMPLES = Object.values(FRAMES);
