import type { Level } from './tank-state.ts';

/** Returns the median of some levels, litres; 0 for none. */
export function middle(levels: readonly Level[]): number {
  const ordered = levels.map(([, litres]) => litres).toSorted((a, b) => a - b);
  const half = Math.floor(ordered.length / 2);
  const upper = ordered[half] ?? 0;
  return ordered.length % 2 === 1 ? upper : (upper + (ordered[half - 1] ?? upper)) / 2;
}

/**
 * Returns the newest levels that agree with the last three, within this many litres: a steady level, not one still
 * changing.
 */
export function steadyEnd(levels: readonly Level[], withinL: number): Level[] {
  const now = middle(levels.slice(-3));
  const first = levels.findLastIndex(([, litres]) => Math.abs(litres - now) > withinL);
  const end = levels.slice(first + 1);
  // The last one may be a spike.
  return end.length > 0 ? end : levels.slice(-3);
}

/** Appends a level and keeps only the newest `most`. */
export function store(levels: Level[], level: Level, most: number): void {
  levels.push(level);
  if (levels.length > most) levels.shift();
}

/** A longer time without a reading means that the device slept. */
const ASLEEP_MS = 10 * 60_000;
/**
 * Consumption of an engine at rest, litres an hour, increasing with the size of the tank: a car 1.5, a truck with 400 l
 * 5.
 */
const IDLE_L_PER_H = 1;
const IDLE_PART_PER_H = 0.01;
/** A device reports while the engine runs, so a longer time of idling within a silence is not believed. */
const MAX_IDLE_MS = 2 * 3_600_000;
/**
 * The most that an engine burns while driving, litres a metre; and the shortest distance on which a tank can be
 * emptied, metres.
 */
const MAX_L_PER_M = 0.8 / 1000;
const SHORTEST_RANGE_M = 400_000;

/** The time between two readings of a tank. */
export interface Pause {
  ms: number;
  /** Whether the engine was off before. */
  wasOff: boolean;
}

export const isAsleep = ({ ms }: Pause): boolean => ms >= ASLEEP_MS;

/**
 * Returns the most that an engine can have burnt at rest in a pause, litres. A device that fell silent after its engine
 * stopped wakes when the engine is started.
 */
export function idleBurntL({ ms, wasOff }: Pause, engineOn: boolean | null, capacityL: number): number {
  const longestMs = !wasOff ? Math.min(ms, MAX_IDLE_MS) : engineOn === false ? 0 : Math.min(ms, ASLEEP_MS);
  return (longestMs / 3_600_000) * (IDLE_L_PER_H + IDLE_PART_PER_H * capacityL);
}

/** Returns the most that an engine can have burnt on a distance, litres. */
export const wayBurntL = (metres: number, capacityL: number): number =>
  metres * Math.min(MAX_L_PER_M, capacityL / SHORTEST_RANGE_M);

/** Returns the installation's total metres at the middle of some levels of a drive. */
export const middleM = (levels: readonly Level[]): number | undefined => levels[Math.floor(levels.length / 2)]?.[2];
