import { describe, expect, it } from 'vitest';
import { chainLines } from './chain-lines.ts';
import { joinPieces } from './join-pieces.ts';
import { simplifyLine } from './simplify-line.ts';

describe('joinPieces', () => {
  it('joins lines cut at a tile edge, in the direction of the way', () => {
    expect(
      joinPieces([
        [10, 0, 20, 5],
        [0, 0, 10, 0],
      ]),
    ).toEqual([[0, 0, 10, 0, 20, 5]]);
  });

  it('treats ends some units apart as the same cut and leaves others alone', () => {
    expect(
      joinPieces([
        [0, 0, 1000, 0],
        [1003, 2, 2000, 0],
      ]),
    ).toEqual([[0, 0, 1000, 0, 2000, 0]]);
    expect(
      joinPieces([
        [0, 0, 1000, 0],
        [1030, 0, 2000, 0],
      ]),
    ).toHaveLength(2);
  });

  it('joins three pieces in any order', () => {
    expect(
      joinPieces([
        [20, 0, 30, 0],
        [0, 0, 10, 0],
        [10, 0, 20, 0],
      ]),
    ).toEqual([[0, 0, 10, 0, 20, 0, 30, 0]]);
  });
});

describe('chainLines', () => {
  it('makes one line of a street in parts', () => {
    expect(
      chainLines([
        [5, 5, 6, 6],
        [0, 0, 5, 5],
        [6, 6, 9, 9],
      ]),
    ).toEqual([[0, 0, 5, 5, 6, 6, 9, 9]]);
  });

  it('uses every part once where three meet, and closes a ring', () => {
    const fork = chainLines([
      [0, 0, 5, 5],
      [5, 5, 9, 0],
      [5, 5, 9, 9],
    ]);
    expect(fork.flat()).toHaveLength(6 + 4);
    expect(
      chainLines([
        [0, 0, 1, 0],
        [1, 0, 1, 1],
        [1, 1, 0, 0],
      ]),
    ).toEqual([[0, 0, 1, 0, 1, 1, 0, 0]]);
  });
});

describe('simplifyLine', () => {
  it('drops points within the tolerance and keeps the corners', () => {
    expect(
      simplifyLine(
        [
          [0, 0],
          [5, 0.1],
          [10, 0],
          [10, 8],
        ],
        0.5,
      ),
    ).toEqual([
      [0, 0],
      [10, 0],
      [10, 8],
    ]);
    expect(
      simplifyLine(
        [
          [0, 0],
          [5, 0.6],
          [10, 0],
        ],
        0.5,
      ),
    ).toHaveLength(3);
  });
});
