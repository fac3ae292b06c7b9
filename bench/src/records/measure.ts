import { percentile } from '../percentile.ts';

/** Milliseconds: half of the rounds, and nineteen of twenty, took no longer. */
export interface Times {
  p50: number;
  p95: number;
}

/** Rounds before those that are counted. */
export const UNCOUNTED_ROUNDS = 2;

/** Times of some work, after rounds that are not counted. */
export async function measure(work: () => Promise<unknown>, rounds: number): Promise<Times> {
  for (let round = 0; round < UNCOUNTED_ROUNDS; round++) await work();
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const start = performance.now();
    await work();
    times.push(performance.now() - start);
  }
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => Math.round((percentile(sorted, share) ?? 0) * 10) / 10;
  return { p50: at(0.5), p95: at(0.95) };
}
