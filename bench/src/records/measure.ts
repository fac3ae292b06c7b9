import { percentile } from '../percentile.ts';

/** Milliseconds that half of the rounds, and 95 % of them, did not exceed. */
export interface Times {
  p50: number;
  p95: number;
}

/** The number of warm-up rounds. */
export const UNCOUNTED_ROUNDS = 2;

/** The times of some work, after warm-up rounds. */
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
