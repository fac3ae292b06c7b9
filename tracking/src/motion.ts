import type { Attributes } from '@milepost/protocols/types';
import {
  confirmOff,
  chooseEngineSource,
  type EngineState,
  newEngine,
  observeEngine,
  PLAIN_KPH,
  PLAIN_M,
} from './engine.ts';
import { between, type Coordinates } from './geo.ts';
import { DEFAULT_SETTINGS, type IgnitionSource } from './settings.ts';

/** Whether a vehicle runs, idles or stands: the first axis of its status (the other is connectivity). */

export type Motion = 'unknown' | 'running' | 'idle' | 'stopped';

export interface MotionThresholds {
  /** At this speed or above a vehicle counts as moving. */
  movingKph: number;
  /** Below that speed with the engine on for this long, it idles. */
  idleAfterS: number;
  /** With the engine unknown, it is stopped after this long without movement. */
  stoppedAfterS: number;
}

/** The defaults for an organisation. */
export const DEFAULT_MOTION: MotionThresholds = { movingKph: 5, idleAfterS: 60, stoppedAfterS: 180 };

/** The state of a device between two of its reports; plain JSON, times in epoch milliseconds. */
export interface MotionState {
  motion: Motion;
  /** When the present motion began; null while unknown. */
  since: number | null;
  /** The last reported ignition, trusted or not; null when never reported (not wired). */
  ignition: boolean | null;
  engine: EngineState;
  /** The newest coordinates, and since when they are exactly these; null before the first. */
  place: (Coordinates & { since: number }) | null;
  /** Since when it has been slower than moving; null while it moves. */
  slowSince: number | null;
  /** Time of the newest observation processed. */
  at: number | null;
  /** When it was last reported moving; null while it does not move. */
  movedAt: number | null;
  /** The learned interval between two reports with coordinates while it moves, seconds; null before two. */
  intervalS: number | null;
}

/** A longer silence is a gap. */
const GAP_MS = 10 * 60_000;

/** A speed reported for this long with unchanged coordinates does not count: the receiver repeats its last one. */
const HELD_MS = 120_000;

/** The motion of a device before its first report. */
export function newMotion(): MotionState {
  return {
    motion: 'unknown',
    since: null,
    ignition: null,
    engine: newEngine(),
    place: null,
    slowSince: null,
    at: null,
    movedAt: null,
    intervalS: null,
  };
}

/** An independent copy. */
export function copyMotion(state: MotionState): MotionState {
  const { engine } = state;
  const { wire, voltage, revolutions } = engine;
  return {
    ...state,
    engine: {
      ...engine,
      wire: { ...wire, evidence: { ...wire.evidence }, ...(wire.offWays && { offWays: { ...wire.offWays } }) },
      voltage: { ...voltage },
      revolutions: { ...revolutions },
    },
  };
}

/** A report's evidence about motion. */
export interface Observation {
  /** Epoch milliseconds. */
  time: number;
  /** Null if the report has no valid fix. */
  speedKph: number | null;
  /** Null if the report has no valid fix. */
  place: Coordinates | null;
  attributes: Attributes;
}

/**
 * Applies an observation to the state, which it mutates. One older than the newest changes nothing: the live status
 * follows the device's clock, not the order of arrival.
 */
export function advanceMotion(
  state: MotionState,
  seen: Observation,
  choice: IgnitionSource = 'automatic',
  limits = DEFAULT_MOTION,
): void {
  const { time } = seen;
  if (state.at !== null && time < state.at) return;
  if (isGap(state, time)) passGap(state, seen.place);
  const { place: last, slowSince } = state;
  if (lowSince(state) !== null) confirmOff(state.engine, time, choice);
  const wasOff = state.engine.on === false;
  const place = placeAfter(last, seen);
  const isHeld = place !== null && time - place.since > HELD_MS;
  const { engine } = state;
  readEngine(state, seen, choice, isHeld);
  state.ignition = seen.attributes.ignition ?? state.ignition;
  state.place = place;
  state.at = time;
  // A report without speed is no evidence about movement, so the motion stays the same.
  const moving =
    seen.speedKph === null
      ? state.motion === 'running' && slowSince === null
      : seen.speedKph >= limits.movingKph && !isHeld;
  if (seen.speedKph !== null) learnInterval(state, time, moving);
  if (moving && engine.on !== false) {
    state.slowSince = null;
    return become(state, 'running', time);
  }
  const justSwitchedOn = wasOff && engine.on === true;
  const slowFrom = justSwitchedOn ? time : (slowSince ?? (isHeld ? place.since : time));
  state.slowSince = moving ? null : slowFrom;
  if (engine.on === false) return become(state, 'stopped', time);
  const slowS = (time - slowFrom) / 1000;
  if (engine.on === true && slowS >= limits.idleAfterS) become(state, 'idle', slowFrom);
  if (engine.on === null && slowS >= limits.stoppedAfterS) become(state, 'stopped', slowFrom);
}

/** Returns since when a single low voltage reading indicates that the engine of a standing vehicle is off. */
export function lowSince({ slowSince, engine }: MotionState): number | null {
  const { turnedAt } = engine.voltage;
  return slowSince !== null && turnedAt !== null && turnedAt >= slowSince ? turnedAt : null;
}

/**
 * Returns motion and engine at `now` (epoch milliseconds), with a source that may have been chosen after the newest
 * report. The state is not changed.
 */
export function motionAt(state: MotionState, now: number, choice?: IgnitionSource): MotionState {
  const isLow = lowSince(state) !== null;
  if (!isLow && choice === undefined) return state;
  const later = copyMotion(state);
  if (choice !== undefined)
    chooseEngineSource(later.engine, { time: state.at ?? now, moving: state.motion === 'running' }, choice);
  if (isLow) confirmOff(later.engine, now, choice ?? 'automatic');
  if (later.engine.on === false && state.engine.on === true) become(later, 'stopped', later.engine.since);
  return later;
}

/** Returns the coordinates, and since when they are exactly these. */
function placeAfter(before: MotionState['place'], { place, time }: Observation): MotionState['place'] {
  if (!place) return before;
  if (before && before.lat === place.lat && before.lon === place.lon) return before;
  return { lat: place.lat, lon: place.lon, since: time };
}

/** Updates the engine from a report and the coordinates before it. */
function readEngine(state: MotionState, seen: Observation, choice: IgnitionSource, isHeld: boolean): void {
  const { time, attributes, speedKph, place } = seen;
  const { engine, place: last, slowSince } = state;
  const plainly = (speedKph ?? 0) >= PLAIN_KPH && !isHeld;
  const moving = plainly && place !== null && last !== null && between(last, place) >= PLAIN_M;
  const standingS = moving || slowSince === null ? 0 : (time - slowSince) / 1000;
  observeEngine(engine, { time, attributes, moving, standingS }, choice);
}

/**
 * True for a silence after which it is unknown what a moving vehicle did. A standing one is assumed to have stood,
 * since parked devices report seldom.
 */
function isGap({ motion, at }: MotionState, time: number): boolean {
  return (motion === 'running' || motion === 'idle') && at !== null && time - at > GAP_MS;
}

/**
 * After a gap the motion starts afresh. With unchanged coordinates the vehicle stood throughout, as its stop also
 * records (`stayed` in hole.ts): since it became slow, or otherwise since its last report.
 */
function passGap(state: MotionState, place: Coordinates | null): void {
  const stood = place !== null && state.place !== null && between(state.place, place) < DEFAULT_SETTINGS.farM;
  state.motion = stood ? 'stopped' : 'unknown';
  state.since = stood ? (state.slowSince ?? state.at) : null;
  state.slowSince = null;
}

/** A longer interval counts as at most twice the known one: one silence in a tunnel says little about the device. */
function learnInterval(state: MotionState, time: number, moving: boolean): void {
  const { movedAt, intervalS: known } = state;
  state.movedAt = moving ? time : null;
  if (movedAt === null || !moving || time <= movedAt) return;
  const gapS = (time - movedAt) / 1000;
  if (known === null) state.intervalS = gapS;
  else state.intervalS = gapS > known ? Math.min(gapS, 2 * known) : 0.8 * known + 0.2 * gapS;
}

/** Sets the motion; `since` stays where the motion is unchanged. */
function become(state: MotionState, motion: Motion, since: number): void {
  if (state.motion === motion) return;
  state.motion = motion;
  state.since = since;
}
