import { between } from './geo.ts';
import type { Fix } from './motion-state.ts';

/** Returns the speed that two fixes imply, km/h; reports from the same second are taken as one second apart. */
export function impliedKph(from: Fix, to: Fix, metres = between(from, to)): number {
  return kphOver(metres, from.time, to.time);
}

/** Returns the speed of a distance within a span of milliseconds, at least one second. */
export function kphOver(metres: number, from: number, to: number): number {
  return (metres / Math.max(1, (to - from) / 1000)) * 3.6;
}
