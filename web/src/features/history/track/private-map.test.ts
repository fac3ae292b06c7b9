import { expect, test } from 'vitest';
import { privateLines } from './private-map.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 0, 2, 18, minute)).toISOString();
const fix = (minute: number) => ({ time: at(minute), lat: minute, lon: -minute });

test('the fixes of each private time are one line, with both ends, and no line leads from one to the next', () => {
  const spans = [
    { from: at(1), to: at(3) },
    { from: at(10), to: at(10) },
    { from: at(20), to: at(30) },
  ];
  expect(privateLines([1, 2, 3, 10].map(fix), spans)).toEqual([
    [
      [-1, 1],
      [-2, 2],
      [-3, 3],
    ],
    [[-10, 10]],
  ]);
});
