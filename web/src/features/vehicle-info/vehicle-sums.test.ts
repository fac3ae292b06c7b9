import { eachToldSum, type ToldSums } from '@milepost/contract/day-sums';
import { expect, test } from 'vitest';
import { seenIn, sumOf } from './vehicle-sums.ts';

const day = (more: Partial<ToldSums>): ToldSums => ({ ...eachToldSum(() => 0), ...more });

test('days are added up, the unknown part and tows with them; the top speed is the greatest', () => {
  const sums = sumOf([
    day({ tripS: 3600, stopS: 7200, towS: 600, unseenS: 1800, tows: 1, towM: 900, maxKph: 91 }),
    day({ tripS: 1800, stopS: 3600, unseenS: 200, engineKnownS: 500, maxKph: 64 }),
  ]);
  expect(sums).toMatchObject({ unseenS: 2000, tows: 1, towM: 900, engineKnownS: 500, maxKph: 91 });
  expect(seenIn(sums)).toBe(16_800);
  expect(seenIn(sumOf([]))).toBe(0);
});
