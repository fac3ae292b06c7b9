import { concat, fromHex } from '../tools/bytes.ts';
import { asciiBytes } from '../tools/text.ts';

const bytes = (hex: string) => fromHex(hex.replaceAll(' ', '')) ?? new Uint8Array();

/** A frame of an identity with hexadecimal content, where spaces are ignored, padded with zeros. */
export function frame(content: string, identity = 'PRI0013'): Uint8Array {
  const inside = concat(asciiBytes(`<${identity}`), bytes(content));
  return concat(inside, new Uint8Array(63 - inside.length), asciiBytes('>'));
}

/** Encodes 2026-03-22 10:15:30; 34° 54.3300' south, 56° 11.4780' west; 40 km/h. */
export const POSITION = '16031a0a0f1e 0d7e0ce4 53 0015eb12ac 57 28';

/** Frames constructed from the protocol, not recorded from a device. */
export const FRAMES = {
  // Encodes a timed report, version 2, state, signal 21, a fix; inputs 5, output 1; alerts; analogues; odometer; 2650
  // rpm.
  place: frame(`50 02 00 15 01 ${POSITION} 0005 01 00 0000 0382 0249 0000 0001 ffff 000040 0a5a`),
  lost: frame(
    '4b 02 00 ff 00 000000000000 00000000 00 0000000000 00 00 ffff ff 00 0000 037c 01f4 0000 0000 0000 000000 ffff',
  ),
};

export const SAMPLES = Object.values(FRAMES);
