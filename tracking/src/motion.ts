/** Whether a vehicle runs, idles or stands: the first of the two axes of its status (the other is connectivity). */

export type Motion = 'unknown' | 'running' | 'idle' | 'stopped';

export interface MotionThresholds {
  /** At this speed or above a vehicle moves. */
  movingKph: number;
  /** Ignition on and slower than that for this long is idling. */
  idleAfterS: number;
  /** Where ignition is not wired, no movement for this long is standing. */
  stoppedAfterS: number;
}

/** The defaults of an organisation. */
export const DEFAULT_MOTION: MotionThresholds = { movingKph: 5, idleAfterS: 60, stoppedAfterS: 180 };

/** What is remembered of a device between two of its reports; plain JSON, times in epoch milliseconds. */
export interface MotionState {
  motion: Motion;
  /** When the present motion began; null while unknown. */
  since: number | null;
  /** Last ignition that the device told; null where it never did (not wired). */
  ignition: boolean | null;
  /** Since when it has been slower than moving; null while it moves. */
  slowSince: number | null;
  /** Time of the newest observation taken into account. */
  at: number | null;
}

/** Longer than this without a word is a hole. */
const HOLE_MS = 10 * 60_000;

export const NEVER_SEEN: MotionState = { motion: 'unknown', since: null, ignition: null, slowSince: null, at: null };

/** What one report tells about motion. */
export interface Observation {
  /** Epoch milliseconds. */
  time: number;
  /** Null where the report has no valid fix. */
  speedKph: number | null;
  /** Undefined where the report does not say. */
  ignition: boolean | undefined;
}

/**
 * The state after one more observation. One older than the newest seen changes nothing: the live status follows the
 * device's clock, not the order of arrival.
 */
export function advanceMotion(before: MotionState, seen: Observation, limits = DEFAULT_MOTION): MotionState {
  if (before.at !== null && seen.time < before.at) return before;
  const state = afterHole(before, seen.time);
  const ignition = seen.ignition ?? state.ignition;
  if (ignition === false) {
    return become({ ...state, ignition, slowSince: seen.time, at: seen.time }, 'stopped', seen.time);
  }
  // A report without speed says nothing about movement: what was known goes on.
  const moving =
    seen.speedKph === null ? state.motion === 'running' && state.slowSince === null : seen.speedKph >= limits.movingKph;
  if (moving) return become({ ...state, ignition, slowSince: null, at: seen.time }, 'running', seen.time);

  const justSwitchedOn = state.ignition === false && ignition === true;
  const slowSince = justSwitchedOn ? seen.time : (state.slowSince ?? seen.time);
  const known = { ...state, ignition, slowSince, at: seen.time };
  const slowS = (seen.time - slowSince) / 1000;
  if (ignition === true) return slowS >= limits.idleAfterS ? become(known, 'idle', slowSince) : known;
  return slowS >= limits.stoppedAfterS ? become(known, 'stopped', slowSince) : known;
}

/**
 * Nobody can say what a vehicle that was on its way did while nothing was heard for long: what is seen next begins anew.
 * One that stood is taken to have stood on, since parked devices report seldom.
 */
function afterHole(state: MotionState, time: number): MotionState {
  const onTheWay = state.motion === 'running' || state.motion === 'idle';
  if (!onTheWay || state.at === null || time - state.at <= HOLE_MS) return state;
  return { ...state, motion: 'unknown', since: null, slowSince: null };
}

/** Keeps `since` where the motion stays the same. */
function become(state: MotionState, motion: Motion, since: number | null): MotionState {
  return state.motion === motion ? state : { ...state, motion, since };
}
