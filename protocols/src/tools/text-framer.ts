import { isTextBlank, type Measure, NEEDS_MORE_BYTES, newStreamFramer, untilEnd } from './stream-framer.ts';

const LINE_FEED = 0x0a;

/** A framer for text whose messages end with a line end or with one of some characters. */
export function newTextFramer(maxFrameBytes: number, ends = '') {
  const codes = new Set([LINE_FEED, ...Array.from(ends, (end) => end.charCodeAt(0))]);
  return newStreamFramer(
    maxFrameBytes,
    untilEnd((byte) => codes.has(byte)),
    isTextBlank,
  );
}

/** A measure for text that ends with one of some words or with a line end; the word belongs to the frame. */
export function untilWord(words: readonly string[]): Measure {
  const codes = words.map((word) => Array.from(word, (letter) => letter.charCodeAt(0)));
  return (bytes, at, end) => {
    for (let index = at; index < end; index += 1) {
      if (bytes[index] === LINE_FEED) return index + 1 - at;
      for (const word of codes) {
        const fits = index + word.length <= end && word.every((code, offset) => bytes[index + offset] === code);
        if (fits) return index + word.length - at;
      }
    }
    return NEEDS_MORE_BYTES;
  };
}
