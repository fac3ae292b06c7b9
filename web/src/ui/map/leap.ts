import { distanceM, type Place } from './geodesy.ts';

/** As tracking judges it by default (docs/tracking.md). */
const WILD_KPH = 250;

/** A place at a moment, epoch milliseconds. */
export interface TimedPlace extends Place {
  time: number;
}

/** Whether nothing on wheels drives from one place to the other; places of one second are taken as a second apart. */
export const isLeap = (from: TimedPlace, to: TimedPlace): boolean =>
  distanceM(from, to) > (WILD_KPH * Math.max(1000, to.time - from.time)) / 3600;
