import { expect, test } from 'vitest';
import { piecesOf } from './driven-track.ts';

test('adds up the differences of a track, and splits it at its gaps', () => {
  const track = { lats: [10_000_000, 5, 5, -10], lons: [20_000_000, 0, 1, 1], breaks: [2] };
  expect(piecesOf(track)).toEqual([
    [
      { lat: 10, lon: 20 },
      { lat: 10.000005, lon: 20 },
    ],
    [
      { lat: 10.00001, lon: 20.000001 },
      { lat: 10, lon: 20.000002 },
    ],
  ]);
  expect(piecesOf({ lats: [], lons: [], breaks: [] })).toEqual([]);
});
