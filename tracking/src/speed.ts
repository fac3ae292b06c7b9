import { between } from './geo.ts';
import type { Fix } from './motion-state.ts';

/** Speed that two fixes imply, km/h; reports of the same second are taken as one second apart. */
export function impliedKph(from: Fix, to: Fix, metres = between(from, to)): number {
  return kphOver(metres, from.time, to.time);
}

/** Speed of so many metres within a span of milliseconds, of a second at least. */
export function kphOver(metres: number, from: number, to: number): number {
  return (metres / Math.max(1, (to - from) / 1000)) * 3.6;
}
