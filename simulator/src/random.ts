/** Mixes integers into one number, 0 up to 2^32, uniformly and deterministically. (The finaliser of MurmurHash3.) */
export function mix(...parts: readonly number[]): number {
  let h = 0x9e3779b9;
  for (const part of parts) {
    h = Math.imul(h ^ (part | 0), 0x85ebca6b);
    h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
    h ^= h >>> 16;
  }
  return h >>> 0;
}

/** Like `mix`, as a fraction from 0 up to 1. */
export function fraction(...parts: readonly number[]): number {
  return mix(...parts) / 2 ** 32;
}

/** A stream of fractions from 0 up to 1 that depends only on its seed. */
export type Random = () => number;

/** Creates a stream for a seed (mulberry32). */
export function randomFrom(...seed: readonly number[]): Random {
  let state = mix(...seed);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Returns an integer from `low` to `high`, both included. */
export function between(random: Random, low: number, high: number): number {
  return low + Math.floor(random() * (high - low + 1));
}

/** Returns one of a list's elements; the list must not be empty. */
export function pick<T>(random: Random, list: readonly T[]): T {
  const value = list[Math.floor(random() * list.length)];
  if (value === undefined) throw new RangeError('nothing to pick from');
  return value;
}
