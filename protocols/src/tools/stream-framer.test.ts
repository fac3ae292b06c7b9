import { expect, test } from 'vitest';
import { NEEDS_MORE_BYTES, newStreamFramer } from './stream-framer.ts';

const LINE_FEED = 0x0a;
const LETTERS = { short: 0x73, other: 0x78 };

/** Counts the bytes examined for a line end: frames of two bytes that begin with "s", and lines. */
function counting(maxFrameBytes: number) {
  let looks = 0;
  const framer = newStreamFramer(maxFrameBytes, (bytes, at, end) => {
    if (bytes[at] === LETTERS.short) return at + 2 <= end ? 2 : NEEDS_MORE_BYTES;
    for (let index = at; index < end; index += 1) {
      looks += 1;
      if (bytes[index] === LINE_FEED) return index + 1 - at;
    }
    return NEEDS_MORE_BYTES;
  });
  return { framer, looks: () => looks };
}

test('short frames among bytes without an end do not rescan all of them for each frame', () => {
  const { framer, looks } = counting(65_536);
  // A byte of an endless line, then a frame.
  const bytes = Uint8Array.from({ length: 98_304 }, (_, index) => (index % 3 === 0 ? LETTERS.other : LETTERS.short));
  for (let turn = 0; turn < 4; turn += 1) framer.push(bytes);
  expect(looks()).toBeLessThan(40 * bytes.length);
});

test('after an overlong line the next frames are found, and again once as many bytes were good', () => {
  const { framer } = counting(64);
  const tooLong = new Uint8Array(100).fill(LETTERS.other);
  const line = Uint8Array.of(LETTERS.other, LETTERS.other, LINE_FEED);
  for (let turn = 0; turn < 3; turn += 1) {
    framer.push(tooLong);
    framer.push(Uint8Array.of(LINE_FEED));
    const found = Array.from({ length: 30 }, () => framer.push(line)).flat();
    expect(found.length).toBeGreaterThanOrEqual(29);
  }
});
