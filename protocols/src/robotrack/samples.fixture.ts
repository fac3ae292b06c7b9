import { concat, fromHex } from '../tools/bytes.ts';
import { asciiBytes } from '../tools/text.ts';
import { sum } from './sum.ts';

const bytes = (hex: string) => fromHex(hex.replaceAll(' ', '')) ?? new Uint8Array();

export const withSum = (content: Uint8Array) => concat(content, Uint8Array.of(sum(content, 0, content.length)));

export const frame = (hex: string) => withSum(bytes(hex));

/** A name of 16 bytes, an IMEI, and 36 further bytes. */
export const login = (imei = '356000000000013') =>
  withSum(concat(bytes('00'), asciiBytes('ROBOTRACK'), new Uint8Array(7), asciiBytes(imei), new Uint8Array(36)));

/**
 * Encodes moving, signal 3, 9 satellites; charging, inputs 1 and 4, six steps of the battery; -5 °C; three analogues.
 */
export const STATE = 'b9 d3 fb 6601 0000 280f';
/** Encodes 2026-03-22 10:15:30, -34905500 and -56191300 millionths, 40 km/h. */
export const POSITION = '42c1bf69 6462ebfd bc96a6fc 28';

/** Frames constructed from the protocol, not recorded from a device. */
export const FRAMES = {
  login: login(),
  satellites: frame(`03 ${POSITION} ${STATE}`),
  // Encodes country 748, network 1, area 1050, cell 16928.
  network: frame(`04 42c1bf69 ec02 0100 1a04 2042 00 ${STATE}`),
  picture: frame(`07 0300 010203 00000000`),
};

export const SAMPLES = Object.values(FRAMES);
