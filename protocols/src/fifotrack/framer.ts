import { countedText } from '../tools/counted-text.ts';
import { isTextBlank, newStreamFramer } from '../tools/stream-framer.ts';

/** Parts of photographs are of 1,024 bytes. */
export const MAX_FRAME_BYTES = 2048;

const [DOLLAR, STAR] = [0x24, 0x2a];

/** "$$", the bytes from the comma to before the asterisk, which is followed by a checksum of two digits. */
const measure = countedText({
  start: DOLLAR,
  before: 0,
  behind: 3,
  fits: (bytes, at) => bytes[at] === STAR,
  most: MAX_FRAME_BYTES - 16,
});

export const newFifotrackFramer = () => newStreamFramer(MAX_FRAME_BYTES, measure, isTextBlank);
