import type { Place } from './geo.ts';

/** Why metres between two fixes count nothing, or count as a straight line (`dataGap`). */
export const LEG_REASONS = ['parkedNoise', 'wildFix', 'jump', 'shortTrip', 'ignitionOff', 'dataGap'] as const;
export type LegReason = (typeof LEG_REASONS)[number];

/** Legs of one reason: how many, and how many metres. */
export interface LegSum {
  legs: number;
  distanceM: number;
}
export type LegSums = Partial<Record<LegReason, LegSum>>;

/** A leg that a person may want to see: one left out, or a hole that was bridged. */
export interface LegNote {
  reason: LegReason;
  from: number;
  to: number;
  distanceM: number;
}

/** Why a trip began or ended, and a stop the other way round. */
export type Boundary = 'ignition' | 'movement' | 'dataGap' | 'firstReport' | 'deviceChange';

/**
 * What each fact has. Times are epoch milliseconds of fixes, distances metres, speeds km/h, durations seconds. A fact
 * replaces the one with the same device and key. `confirmedAt` is the time of the report that first made it a fact:
 * recomputing from a checkpoint begins by deleting all facts confirmed after it.
 */
interface FactBase {
  key: string;
  confirmedAt: number;
}

interface Span extends FactBase {
  start: number;
  /** Null while it goes on. */
  end: number | null;
  durationS: number;
}

export interface Trip extends Span {
  kind: 'trip';
  startPlace: Place;
  /** While it goes on: the last place. */
  endPlace: Place;
  startReason: Boundary;
  endReason: Boundary | null;
  distanceM: number;
  idleS: number;
  /** Over the whole duration. */
  averageKph: number;
  maxKph: number;
  overspeeds: number;
  /** Straight lines over holes, and their metres, which are in `distanceM`. */
  holes: number;
  bridgedM: number;
  /** Last less first reading of the device's own odometer; never mixed into `distanceM`. */
  odometerM: number | null;
  /** What was left out inside the trip, and bridged. */
  legs: LegSums;
  /** The first of them, without the noise of standing. */
  notes: LegNote[];
}

export interface Stop extends Span {
  kind: 'stop';
  place: Place;
  startReason: Boundary;
  /** With ignition on. */
  idleS: number;
}

export interface Idle extends Span {
  kind: 'idle';
  place: Place;
}

export interface Overspeed extends Span {
  kind: 'overspeed';
  place: Place;
  limitKph: number;
  maxKph: number;
  distanceM: number;
  /** The fence whose limit it is; null for the fixed limit. */
  fenceId: number | null;
}

export interface Visit extends Span {
  kind: 'visit';
  fenceId: number;
  distanceM: number;
  entryKph: number;
  exitKph: number | null;
}

export interface Alarm extends FactBase {
  kind: 'alarm';
  ruleId: number;
  start: number;
  /** The latest event that it counts. */
  lastAt: number;
  clearedAt: number | null;
  count: number;
  place: Place | null;
  /** Highest (lowest for a minimum) value, or minutes, or litres; null where there is none. */
  value: number | null;
  /** Device code or fence that the first event was about. */
  about: string | number | null;
}

/** Sums of a device over a local day of the organisation. */
export interface DayTotal extends FactBase {
  kind: 'day';
  day: string;
  start: number;
  end: number;
  /** Exactly the sum of the trips' parts in this day. */
  distanceM: number;
  tripS: number;
  /** Of `tripS`: standing with ignition on. Driving time is `tripS - tripIdleS`. */
  tripIdleS: number;
  stopS: number;
  /** All idling, in trips and stops. */
  idleS: number;
  engineS: number;
  /** Counted on the day in which each begins; alarms on the day in which they are raised. */
  trips: number;
  stops: number;
  idles: number;
  overspeeds: number;
  alarms: number;
  maxKph: number;
  bridgedM: number;
  firstMoveAt: number | null;
  lastMoveAt: number | null;
  positions: number;
  invalid: number;
  legs: LegSums;
}

export type Fact = Trip | Stop | Idle | Overspeed | Visit | Alarm | DayTotal;
