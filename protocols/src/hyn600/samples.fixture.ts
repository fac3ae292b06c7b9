import { concat, fromHex } from '../tools/bytes.ts';
import { asciiBytes } from '../tools/text.ts';

const bytes = (hex: string) => fromHex(hex.replaceAll(/\s/g, '')) ?? new Uint8Array();

/** The identity 356000000000013 and a model. */
export const WHO = '23 3c 00 00 00 00 01 03 02';
/** Encodes 2026-03-22 10:15:32, count 7. */
const TAIL = bytes('07ea 0316 0a0f20 0007 23');

/** Builds a frame with a title from hexadecimal content between its length and its tail. */
export function frame(title: string, content: string, who = WHO): Uint8Array {
  const inside = concat(bytes(who), bytes(content));
  const length = 7 + inside.length + TAIL.length;
  return concat(asciiBytes(title), Uint8Array.of(length >> 8, length & 0xff), inside, TAIL);
}

/**
 * Encodes A fix, HDOP 1, 40 km/h, 87°, -12 m, millionths south and west, 2026-03-22 10:15:30, satellites of three
 * systems.
 */
export const POSITION = '01 01 0028 0057 fff4 fdeb6264 fca696bc 07ea 0316 0a0f1e 0d 110a09';
/** Encodes country 748, network 1, area 1050, cell 16928, and the signal strength. */
export const CELL = '02ec 0001 041a 00004220 e6';

/** Frames constructed from the protocol, not recorded from a device. */
export const FRAMES = {
  // Encodes version, no alarm; network, battery 3.958 V and 82%; two positions; cell; power, state, distances, counters
  // after them.
  report: frame(
    '+RPT:',
    `0302 01 00 0000011e 03 0f76 52 01ff 02 ${POSITION} ${POSITION.replace('0a0f1e', '0a0f1f')} ${CELL}
    000004a5 04d0 22 000d 00000193 00000000 0000000000000000`,
  ),
  // The supply was cut, and the position has no fix.
  alarm: frame('+RPT:', `0302 0e 01 00000009 0201 01ff 01 00${POSITION.slice(2)}`),
  // The report has no position; it contains an upgrade, analogue 1, inputs and outputs.
  bare: frame('+RPT:', '0302 00 00 00000180 000000 0000001a 01 0bb8 05 01'),
  answer: frame('+ACK:', '5349532c303130422c2c30'),
};

export const SAMPLES = Object.values(FRAMES);
