import type { Coordinates } from '../geo.ts';

/** A level that was read: epoch milliseconds and litres, and while driving the installation's total metres. */
export type Level = readonly [at: number, litres: number, travelledM?: number];

/** A fill or a drop at a standing vehicle, until the level has been steady for a while or the vehicle leaves. */
export interface OpenFuelChange {
  key: string;
  confirmedAt: number;
  kind: 'fill' | 'drop';
  /** The last moment at which the level was still the earlier one. */
  start: number;
  beforeL: number;
  /** For a drop: litres that an engine may have burnt since the earlier level. */
  burntL: number;
  afterL: number;
  /** The most extreme level reached, litres. */
  peakL: number;
  /** When the level last changed. */
  movedAt: number;
  /** Whether the earlier level was read while the vehicle stood; otherwise it is that of the drive before. */
  sure: boolean;
}

/** The levels of a vehicle during one stop. */
export interface RestLevels {
  /** When it came to its halt. */
  halt: number;
  /** The level to compare with: up to nine readings that agree, from the first on or from the last change on. */
  base: Level[];
  /** The newest nine readings. */
  recent: Level[];
  /** Readings of the first minute, in which the fuel settles. */
  settling?: Level[];
  /** Whether the device was silent between the level of the drive and the first settled level here. */
  slept?: boolean;
  /** Level of the drive before, litres; null if unknown. */
  drivenL: number | null;
  drivenAt: number;
  /** The installation's total metres at that level. */
  drivenM: number;
  /** Litres that the engine may have burnt since `base`, or since the last reading before if `base` is empty. */
  burntL: number;
  /** The last moment at which the level was still close to that of `base`. */
  steadyAt: number;
  /** Whether a change was found here. */
  changed: boolean;
  change: OpenFuelChange | null;
}

/** The state of a tank between two reports: plain JSON. */
export interface OpenTank {
  sensorId: number;
  /** The sensor definition that read the levels: levels of different definitions are not compared. */
  definition: number;
  /** Time and litres of the newest level. */
  last: Level | null;
  /** Whether the engine was off then. */
  off?: boolean;
  /** The installation's total metres when the level became exactly this. */
  sameFromM: number;
  /**
   * How often the level was repeated since while driving, the mean of that number, and the number of runs (bounded);
   * see `stuck.ts`.
   */
  run: number;
  meanRun: number;
  runs: number;
  /** The time until which levels are not compared, because the sensor stuck. */
  doubtUntil: number;
  /** The newest levels while driving. */
  drive: Level[];
  rest: RestLevels | null;
  /** The smoothed level, litres, to which the next one is compared for consumption; omitted before the first one. */
  evenL?: number;
  /** Where the vehicle last stood. */
  place: Coordinates | null;
}

export const newTank = (sensorId: number, definition: number): OpenTank => ({
  sensorId,
  definition,
  last: null,
  sameFromM: 0,
  run: 0,
  meanRun: 1,
  runs: 0,
  doubtUntil: 0,
  drive: [],
  rest: null,
  place: null,
});
