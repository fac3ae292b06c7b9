import { concat, fromHex } from '../tools/bytes.ts';
import { asciiBytes } from '../tools/text.ts';

export const IMEI = '356000000000013';

const bytes = (hex: string) => fromHex(hex.replaceAll(' ', '')) ?? new Uint8Array();

/** Builds a packet of device number 1 around hexadecimal content, where spaces are ignored. */
export function packet(content: string): Uint8Array {
  const inner = bytes(content);
  return concat(Uint8Array.of(1, 0, inner.length + 3), inner);
}

/** A login that sets how positions are to be acknowledged. */
export const login = (acknowledged: number, imei = IMEI) =>
  concat(Uint8Array.of(1, 0, 0x42, 3), asciiBytes(imei), Uint8Array.of(0x0b, acknowledged), new Uint8Array(45));

/**
 * Encodes firmware 0x33, record 7, a state; -34.9055 and -56.1913 as floating-point numbers (0xc20b9f3b, 0xc260c3e4);
 * 87.5°, 40 km/h, shaking, -12 m, HDOP 0.9, 6 and 3 satellites, 2026-03-22 10:15:30 (0x69bfc142), 12.4 V, 4.1 V.
 */
export const POSITION = '33 0700 0002 3b9f0bc2 e4c360c2 6b03 9001 00 f4ff 09 36 42c1bf69 7030 0410';

/** Frames constructed from the protocol, not recorded from a device. */
export const FRAMES = {
  login: login(0),
  position: packet(`00 ${POSITION}`),
  withIdentity: concat(asciiBytes(IMEI), packet(`80 ${POSITION} 6de80100`)),
  full: packet(
    `fc ${POSITION} 0102 05 00 e803 d007 0000 0000 0000 4400 0a000000 14000000 0100 0200 0300 14 ff 00 0b 01 7f 43 e803 85 6de80100 6de80100`,
  ),
  lost: packet(`00 33 0700 2002 00000000 00000000 0000 0000 00 0000 00 00 42c1bf69 7030 0410`),
  answer: concat(Uint8Array.of(1, 0, 0x84), asciiBytes('GPS=1 Sat=9'), new Uint8Array(118)),
};

export const SAMPLES = Object.values(FRAMES);
