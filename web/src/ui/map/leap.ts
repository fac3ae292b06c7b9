import { distanceM, type Coordinates } from './geodesy.ts';

/** The default limit of tracking (docs/tracking.md). */
const WILD_KPH = 250;

/** Coordinates at a moment, epoch milliseconds. */
export interface TimedPlace extends Coordinates {
  time: number;
}

/** True if no vehicle can drive from one point to the other; points of the same second count as a second apart. */
export const isLeap = (from: TimedPlace, to: TimedPlace): boolean =>
  distanceM(from, to) > (WILD_KPH * Math.max(1000, to.time - from.time)) / 3600;
