import type { Place } from '../geo.ts';

/** A level that was read: epoch milliseconds and litres, and of a drive the metres ever driven. */
export type Level = readonly [at: number, litres: number, travelledM?: number];

/** A fill or a drop that is seen in a standing vehicle, until the level is steady for a while or the vehicle leaves. */
export interface OpenFuelChange {
  key: string;
  confirmedAt: number;
  kind: 'fill' | 'drop';
  /** The last moment at which the level was still the one before. */
  start: number;
  beforeL: number;
  /** Litres that an engine may have burnt since the level before, of a drop. */
  burntL: number;
  afterL: number;
  /** The furthest that the level got, litres. */
  peakL: number;
  /** When the level last moved on. */
  movedAt: number;
  /** Whether the level before was read while the vehicle stood: else it is that of the drive before. */
  sure: boolean;
}

/** The levels of a vehicle while it stands at one place. */
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
  /** Level of the drive before, litres; null where it is not known. */
  drivenL: number | null;
  drivenAt: number;
  /** Metres ever driven when that was the level. */
  drivenM: number;
  /** Litres that the engine may have burnt since `base`; where that is empty, since the last reading before. */
  burntL: number;
  /** The last moment at which the level was still about that of `base`. */
  steadyAt: number;
  /** Whether a change was seen here. */
  changed: boolean;
  change: OpenFuelChange | null;
}

/** What is remembered of a tank between two reports: plain JSON. */
export interface OpenTank {
  sensorId: number;
  /** Which definition of the sensor read it: levels of two are not compared. */
  definition: number;
  /** Time and litres of the newest level. */
  last: Level | null;
  /** Whether the engine was off then. */
  off?: boolean;
  /** Metres ever driven when the level became exactly this. */
  sameFromM: number;
  /** How often it was told since while driving, the mean of that, and of how many (bounded); see `stuck.ts`. */
  run: number;
  meanRun: number;
  runs: number;
  /** Until then levels after a sensor stuck are not compared. */
  doubtUntil: number;
  /** The newest levels while driving. */
  drive: Level[];
  rest: RestLevels | null;
  /** The level without waves, litres, from which the next one counts as used; left out before the first one. */
  evenL?: number;
  /** Where the vehicle stood last. */
  place: Place | null;
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
