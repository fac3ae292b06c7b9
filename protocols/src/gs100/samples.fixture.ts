import { concat, fromHex } from '../tools/bytes.ts';
import { asciiBytes } from '../tools/text.ts';

const bytes = (hex: string) => fromHex(hex.replaceAll(' ', '')) ?? new Uint8Array();

export const login = (imei = '356000000000013') => concat(asciiBytes('GLI\u000f'), asciiBytes(imei));

/** Records of hexadecimal content, each with its length. */
export const data = (...records: string[]) =>
  concat(
    asciiBytes('GD'),
    Uint8Array.of(records.length),
    ...records.map(bytes).map((record) => concat(Uint8Array.of(record.length), record)),
  );

/**
 * Encodes 10:15:30 on 2026-03-22; 56° 11.4780', both hemisphere bits unset: west and south, 34° 54.3300'; 40.25 km/h,
 * 87°.
 */
export const POSITION = '900000 101530 220326 056114780 0 34543300 04025087';

/** Frames constructed from the protocol, not recorded from a device. */
export const FRAMES = {
  login: login(),
  // The second in the north and east, the third without coordinates.
  data: data(POSITION, POSITION.replace('0 0 3', '0 c 3'), '100000'),
};

export const SAMPLES = Object.values(FRAMES);
