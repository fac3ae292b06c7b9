import type { Place } from '../geo.ts';

/** A level that was read: epoch milliseconds and litres. */
export type Level = readonly [at: number, litres: number];

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
  /** Level of the drive before, litres; null where it is not known. */
  drivenL: number | null;
  drivenAt: number;
  /** Metres ever driven when that was read. */
  drivenM: number;
  /** Litres that the engine may have burnt since `base`. */
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
