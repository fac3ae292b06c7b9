import { expect, test } from 'vitest';
import { readAhead } from './recompute.ts';

/** Counts the pieces that were begun, and whether the source was closed. */
function source(failAt = Infinity) {
  const seen = { begun: 0, closed: false };
  async function* pieces() {
    try {
      for (let piece = 1; piece <= 4; piece++) {
        seen.begun = piece;
        await Promise.resolve();
        if (piece === failAt) throw new Error(`piece ${piece}`);
        yield piece;
      }
    } finally {
      seen.closed = true;
    }
  }
  return { seen, pieces: pieces() };
}

test('the next piece is being read while the caller has the present one, and none beyond it', async () => {
  const { seen, pieces } = source();
  const begun: number[] = [];
  for await (const piece of readAhead(pieces)) begun.push(piece, seen.begun);
  expect(begun).toEqual([1, 2, 2, 3, 3, 4, 4, 4]);
  expect(seen.closed).toBe(true);
});

test('a caller that leaves early closes the source', async () => {
  const { seen, pieces } = source();
  for await (const piece of readAhead(pieces)) if (piece === 2) break;
  expect(seen).toEqual({ begun: 3, closed: true });
});

test('a failure is thrown when its piece is reached, after all pieces before it', async () => {
  const { pieces } = source(3);
  const read: number[] = [];
  const reading = async () => {
    for await (const piece of readAhead(pieces)) read.push(piece);
  };
  await expect(reading()).rejects.toThrow('piece 3');
  expect(read).toEqual([1, 2]);
});

test('a failure behind the piece at which the caller leaves is nobody’s', async () => {
  const { pieces } = source(2);
  for await (const piece of readAhead(pieces)) if (piece === 1) break;
});
