import type { Attributes } from '@milepost/protocols/types';
import { type EngineState, newEngine, observeEngine } from './engine.ts';
import { between, type Place } from './geo.ts';
import type { IgnitionSource } from './settings.ts';

/** Whether a vehicle runs, idles or stands: the first of the two axes of its status (the other is connectivity). */

export type Motion = 'unknown' | 'running' | 'idle' | 'stopped';

export interface MotionThresholds {
  /** At this speed or above a vehicle moves. */
  movingKph: number;
  /** Engine on and slower than that for this long is idling. */
  idleAfterS: number;
  /** Where nothing tells of the engine, no movement for this long is standing. */
  stoppedAfterS: number;
}

/** The defaults of an organisation. */
export const DEFAULT_MOTION: MotionThresholds = { movingKph: 5, idleAfterS: 60, stoppedAfterS: 180 };

/** What is remembered of a device between two of its reports; plain JSON, times in epoch milliseconds. */
export interface MotionState {
  motion: Motion;
  /** When the present motion began; null while unknown. */
  since: number | null;
  /** Last ignition that the device told, whether it is believed or not; null where it never did (not wired). */
  ignition: boolean | null;
  /** What is known of the engine, and from what. */
  engine: EngineState;
  /** The newest place, and since when it is exactly that; null before the first. */
  place: (Place & { since: number }) | null;
  /** Since when it has been slower than moving; null while it moves. */
  slowSince: number | null;
  /** Time of the newest observation taken into account. */
  at: number | null;
}

/** Longer than this without a word is a hole. */
const HOLE_MS = 10 * 60_000;

/** A speed that was told for so long without another place is none: a receiver repeats its last. */
const HELD_MS = 120_000;
/** Plainly moving, for an engine that has to be known: faster than a receiver at rest ever seems, and displaced. */
const PLAIN_KPH = 10;
const PLAIN_M = 20;

export const NEVER_SEEN: MotionState = {
  motion: 'unknown',
  since: null,
  ignition: null,
  engine: newEngine(),
  place: null,
  slowSince: null,
  at: null,
};

/** What one report tells about motion. */
export interface Observation {
  /** Epoch milliseconds. */
  time: number;
  /** Null where the report has no valid fix. */
  speedKph: number | null;
  /** Null where the report has no valid fix. */
  place: Place | null;
  attributes: Attributes;
}

/**
 * The state after one more observation. One older than the newest seen changes nothing: the live status follows the
 * device's clock, not the order of arrival.
 */
export function advanceMotion(
  before: MotionState,
  seen: Observation,
  choice: IgnitionSource = 'automatic',
  limits = DEFAULT_MOTION,
): MotionState {
  if (before.at !== null && seen.time < before.at) return before;
  const state = afterHole(before, seen.time);
  const place = placeAfter(state.place, seen);
  const isHeld = place !== null && seen.time - place.since > HELD_MS;
  const engine = engineAfter(state, seen, choice, isHeld);
  const ignition = seen.attributes.ignition ?? state.ignition;
  const told = { ...state, ignition, engine, place, at: seen.time };
  // A report without speed says nothing about movement: what was known goes on.
  const moving =
    seen.speedKph === null
      ? state.motion === 'running' && state.slowSince === null
      : seen.speedKph >= limits.movingKph && !isHeld;
  if (moving && engine.on !== false) return become({ ...told, slowSince: null }, 'running', seen.time);

  const justSwitchedOn = state.engine.on === false && engine.on === true;
  const slowSince = justSwitchedOn ? seen.time : (state.slowSince ?? (isHeld ? place.since : seen.time));
  const known = { ...told, slowSince: moving ? null : slowSince };
  if (engine.on === false) return become(known, 'stopped', seen.time);
  const slowS = (seen.time - slowSince) / 1000;
  if (engine.on === true) return slowS >= limits.idleAfterS ? become(known, 'idle', slowSince) : known;
  return slowS >= limits.stoppedAfterS ? become(known, 'stopped', slowSince) : known;
}

/** Since when it is exactly there. */
function placeAfter(before: MotionState['place'], { place, time }: Observation): MotionState['place'] {
  if (!place) return before;
  if (before && before.lat === place.lat && before.lon === place.lon) return before;
  return { lat: place.lat, lon: place.lon, since: time };
}

/** The engine after a report; the state before keeps its own. */
function engineAfter(before: MotionState, seen: Observation, choice: IgnitionSource, isHeld: boolean): EngineState {
  const { time, attributes, speedKph, place } = seen;
  const engine = copyOf(before.engine);
  const { place: last, slowSince } = before;
  const plainly = (speedKph ?? 0) >= PLAIN_KPH && !isHeld;
  const moving = plainly && place !== null && last !== null && between(last, place) >= PLAIN_M;
  const standingS = moving || slowSince === null ? 0 : (time - slowSince) / 1000;
  observeEngine(engine, { time, attributes, moving, standingS }, choice);
  return engine;
}

function copyOf(engine: EngineState): EngineState {
  const { wire, voltage, revolutions } = engine;
  return {
    ...engine,
    wire: { ...wire, evidence: { ...wire.evidence } },
    voltage: { ...voltage },
    revolutions: { ...revolutions },
  };
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
