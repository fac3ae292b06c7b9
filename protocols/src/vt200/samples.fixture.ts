import { concat } from '../tools/bytes.ts';
import { exclusiveOr } from '../tools/sums.ts';

/** A frame around its content: identity, type, length, content, checksum. */
export function frame(type: string, content: string): Uint8Array {
  const length = (content.length / 2).toString(16).padStart(4, '0');
  const body = Uint8Array.from(Buffer.from(`631037309456${type}${length}${content}`, 'hex'));
  return concat(Uint8Array.of(0x28), body, Uint8Array.of(exclusiveOr(body), 0x29));
}

/** Encodes 34°54.3300' south, 56°11.4780' west, valid. */
const PLACE = '345433000561147801';

/** Encodes IMEI and card. */
const PHONE = '35600000000000132220146043629360';
/** From 10:15 to 10:30. */
const TRIP = '220326101500220326103000';

/** Frames constructed from the maker's description, not recorded from a device. */
export const FRAMES = {
  login: frame('1088', ''),
  start: frame('3089', `010003220326101500${PLACE}`),
  startWithout: frame('3089', '010003220326101500'),
  place: frame('2082', `010003220326101530${PLACE}2057090a0000084700200120`),
  trip: frame('3088', `0003${PHONE}${TRIP}038400000a3800003b7d6117cc910402`),
  wholeTrip: frame(
    '3088',
    `0003${PHONE}${TRIP}038400000a3800003b7d6117cc910402` +
      '000a 0000014d 00000000 005a 0000088e 000001ce 0263 0000263b 000009b4 01ff 00000cb4 0000069c'.replaceAll(
        ' ',
        '',
      ) +
      '02af000018190203000402 01'.replaceAll(' ', ''),
  ),
  dateless: frame('2082', `010003000000000000${PLACE}2057090a0000084700200120`),
};

export const SAMPLES = Object.values(FRAMES);
