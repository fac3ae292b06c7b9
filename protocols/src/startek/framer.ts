import { countedText } from '../tools/counted-text.ts';
import { isTextBlank, newStreamFramer } from '../tools/stream-framer.ts';

/** Data of a device behind the tracker are of up to 1,000 bytes. */
export const MAX_FRAME_BYTES = 2048;

const [AMPERSAND, RETURN, LINE_FEED] = [0x26, 0x0d, 0x0a];

/** "&&", a character that counts, the bytes from the comma to before the checksum of two digits, line end. */
const measure = countedText({
  start: AMPERSAND,
  before: 1,
  behind: 4,
  fits: (bytes, at) => bytes[at + 2] === RETURN && bytes[at + 3] === LINE_FEED,
  most: MAX_FRAME_BYTES - 16,
});

export const newStartekFramer = () => newStreamFramer(MAX_FRAME_BYTES, measure, isTextBlank);
