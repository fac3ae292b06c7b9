import { expect, test } from 'vitest';
import { normalBand } from './normal-band.ts';

const colors = { palette: [], text: '', dim: '', line: '', surface: '', low: '', high: '', colorOf: () => '' };
const place = { index: 1, from: 0, to: 1000, colors };
const dataOf = (drawn: object[]) => drawn.map((one) => ('data' in one ? one.data : null));

test('a band of two lines is stacked, so that the upper one ends at the upper limit, below zero too', () => {
  const drawn = normalBand({ normalMin: -20, normalMax: -18 }, place);
  // -20 + 2 is -18.
  expect(dataOf(drawn)).toEqual([
    [
      [0, -20],
      [1000, -20],
    ],
    [
      [0, 2],
      [1000, 2],
    ],
  ]);
  expect(drawn).toMatchObject([{ stackStrategy: 'all' }, { stackStrategy: 'all', areaStyle: { opacity: 0.1 } }]);
});

test('a limit alone is a line, and no limit is nothing', () => {
  expect(dataOf(normalBand({ normalMin: null, normalMax: 8 }, place))).toEqual([
    [
      [0, 8],
      [1000, 8],
    ],
  ]);
  expect(normalBand({ normalMin: null, normalMax: null }, place)).toEqual([]);
});
