import { eachWrittenSum } from '@milepost/contract/day-sums';
import { expect, test } from 'vitest';
import { seenIn, type ShownSums, sumOf } from './vehicle-sums.ts';

const day = (more: Partial<ShownSums>): ShownSums => ({ ...eachWrittenSum(() => 0), tripsBefore: 0, ...more });

test('days are added up, the unknown part and tows with them; the top speed is the greatest', () => {
  const sums = sumOf([
    day({ tripS: 3600, stopS: 7200, towS: 600, unseenS: 1800, tows: 1, towM: 900, maxKph: 91 }),
    day({ tripS: 1800, stopS: 3600, unseenS: 200, engineKnownS: 500, maxKph: 64 }),
  ]);
  expect(sums).toMatchObject({ unseenS: 2000, tows: 1, towM: 900, engineKnownS: 500, maxKph: 91 });
  expect(seenIn(sums)).toBe(16_800);
  expect(seenIn(sumOf([]))).toBe(0);
});

test('of trips that began before their day only those before all days are beside the sum: the others are in it', () => {
  const sums = sumOf([day({ trips: 3, tripsBefore: 1 }), day({ trips: 4 }), day({ trips: 2, tripsBefore: 1 })]);
  expect(sums).toMatchObject({ trips: 9, tripsBefore: 1 });
  expect(sumOf([day({ trips: 3, tripsBefore: 1 }), day({ trips: 4 })])).toMatchObject({ trips: 7, tripsBefore: 0 });
  expect(sumOf([])).toMatchObject({ trips: 0, tripsBefore: 0 });
});
