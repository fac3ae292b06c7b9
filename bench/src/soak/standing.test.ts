import { expect, it } from 'vitest';
import { driftOf } from './standing.ts';

it('compares the medians of the first and the last quarter, so that one high sample is no growth', () => {
  const samples = [100, 100, 400, 100, 100, 100, 110, 110].map((memoryBytes) => ({ memoryBytes, waitingJobs: 0 }));
  expect(driftOf(samples)).toEqual([
    { name: 'memoryBytes', first: 100, last: 110, growth: 0.1 },
    { name: 'waitingJobs', first: 0, last: 0, growth: 0 },
  ]);
});
