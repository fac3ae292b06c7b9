import { concat, fromHex } from '../tools/bytes.ts';

export const bytes = (hex: string) => fromHex(hex.replaceAll(' ', '')) ?? new Uint8Array();

export const IMEI = '356000000000013';
/** Its card, and March 22 of a year whose last four bits are 0 (2010 or 2026), 10:15. */
export const BEFORE = '0748010000000001 0316 0a0f';
/**
 * Encodes 34° 54.330' south, 56° 11.478' west, 100 feet, 87°, 25 miles per hour, 12.1 V, inputs, second 30, signal 6.
 */
export const POSITION = 'ffcb4a86 ffaa602a 0064 0057 19 79 4c 1e 06';

/** A message of the newer devices, with the length of the rest. */
export function newerFrame(content: string): Uint8Array {
  const inside = bytes(content);
  return concat(Uint8Array.of(0x7e, 0, inside.length), inside);
}

/** Frames constructed from the protocol, not recorded from a device. */
export const FRAMES = {
  // Encodes count 7, firmware 16, 9 satellites, 1000 miles.
  older: bytes(`01 0${IMEI} ${BEFORE} ${POSITION} 07 10 09 000003e8`),
  wanting: bytes(`01 8${IMEI} ${BEFORE} ${POSITION} 07 10 09 000003e8`),
  // Encodes a count of 721; time of the fix and of the report; 34.9055 south, 56.1913 west; a fix of 10 satellites,
  // HDOP 0.7; 40 km/h, 87°,
  // -12 m; signal 15, 13.76 V, 4.195 V, pins, 125 km; firmware, hardware, settings.
  younger: newerFrame(
    `00 00 0${IMEI} 03 0000ffff 02d1 03160a0f1e 03160a0f20 0348ace4 07612bbc 1a 07 28 0057 fff4
    0f 35c0 1063 05f5 0000007d 010908010402 2001040000 8001`.replaceAll(/\s/g, ''),
  ),
  // The message contains only a count and volts.
  bare: newerFrame(`00 01 00 4131303030303030303030303133 00 00000201 02d2 35c0`),
};

export const SAMPLES = Object.values(FRAMES);
