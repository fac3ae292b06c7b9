import { expect, test } from 'vitest';
import { changePercent, formatChange, meanOf, meansOf } from './change.ts';

test('a change is relative to the baseline', () => {
  expect(changePercent(90, 100)).toBeCloseTo(-10, 9);
  expect(changePercent(5, 0)).toBeNull();
  expect(formatChange(12.4)).toBe('+12%');
  expect(formatChange(0.2)).toBe('0%');
  expect([formatChange(900), formatChange(901), formatChange(11_952)]).toEqual(['+900%', '> +900%', '> +900%']);
  expect(meanOf([{ trips: 2 }, { trips: 5 }], 'trips')).toBe(3.5);
  expect(meanOf([], 'trips')).toBe(0);
  const like = { trips: 9, distanceM: 9 };
  expect(
    meansOf(like, [
      { trips: 2, distanceM: 10 },
      { trips: 5, distanceM: 0 },
    ]),
  ).toEqual({ trips: 3.5, distanceM: 5 });
});
