import type { Run } from './run.ts';
import type { Fix } from './motion-state.ts';
import type { TrackState } from './track-state.ts';

/** Reported speeds compared with the legs between them, and the highest of late. */
export interface KnownSpeeds {
  /** Metres by the speeds and by the places, of the legs of the last minutes on which it moved; they fade. */
  claimedM: number;
  seenM: number;
  /** The same of all legs of the last few fixes. */
  lateClaimedM: number;
  lateSeenM: number;
  /** How many legs that were, as far as it matters. */
  legs: number;
  /** The highest reported speed, halved in every half hour, km/h; and when it was that. */
  topKph: number;
  topAt: number;
}

const FADES = 0.98;
const FADES_SOON = 0.7;
/** The last legs together are longer than the speeds say by so much at most. */
const LATE_TIMES = 1.6;
const LATE_MORE_M = 500;
/** From so many legs and metres on the unit of the speeds is known. */
const LEAST_LEGS = 6;
const LEAST_M = 2000;
/** Legs as much longer than the speeds say are those of a device that reports m/s or knots. */
const OTHER_UNIT = 1.3;
const HALF_MS = 30 * 60_000;
/** Every vehicle may drive as fast as this, and faster than its reports by this much. */
const ANY_KPH = 60;
const FASTER = 1.3;
/** As hard as vehicles accelerate and brake, m/s². */
const HARD = 2;
/** A reported speed, a time and a place are wrong by so much. */
const SPEED_ERROR_KPH = 10;
const TIME_ERROR_S = 2;
const PLACE_ERROR = 1.15;
const PLACE_ERROR_M = 100;
/** Longer legs say little about speeds. */
const LONGEST_S = 120;

const NO_SPEEDS: KnownSpeeds = { claimedM: 0, seenM: 0, lateClaimedM: 0, lateSeenM: 0, legs: 0, topKph: 0, topAt: 0 };

const toldKph = (fix: Fix): number => fix.toldKph ?? fix.speedKph;

/** Takes a driven leg into what is known of the device's speeds. */
export function learnSpeeds({ state, context }: Run, before: Fix, fix: Fix, metres: number): void {
  const seconds = (fix.time - before.time) / 1000;
  const known = (state.speeds ??= { ...NO_SPEEDS, topAt: fix.time });
  known.lateClaimedM = FADES_SOON * known.lateClaimedM + claimedM(state, before, fix);
  known.lateSeenM = FADES_SOON * known.lateSeenM + metres;
  const kph = toldKph(fix);
  if (kph <= context.settings.wildKph && kph >= topKph(known, fix.time)) {
    known.topKph = kph;
    known.topAt = fix.time;
  }
  if (seconds > LONGEST_S || kph < context.settings.movingKph || toldKph(before) < context.settings.movingKph) return;
  known.claimedM = FADES * known.claimedM + ((kph + toldKph(before)) / 2 / 3.6) * seconds;
  known.seenM = FADES * known.seenM + metres;
  known.legs = Math.min(LEAST_LEGS, known.legs + 1);
}

const topKph = ({ topKph: top, topAt }: KnownSpeeds, now: number): number =>
  top * 0.5 ** (Math.max(0, now - topAt) / HALF_MS);

/** Whether the unit of the device's speeds is known, so that legs can be compared with them. */
export function isSpeedKnown({ state }: Run): boolean {
  const { speeds, speedTold } = state;
  return speedTold && speeds !== undefined && speeds.legs >= LEAST_LEGS && speeds.claimedM >= LEAST_M;
}

/**
 * Metres that the vehicle can have driven between two fixes at most: it accelerates from the first speed to one somewhat
 * above those of late, and brakes to the second.
 */
export function reachM({ state }: Run, from: Fix, to: Fix, since = from.time): number {
  const { speeds } = state;
  const ratio = speeds ? speeds.seenM / Math.max(1, speeds.claimedM) : 1;
  const unit = ratio > OTHER_UNIT ? ratio : 1;
  const [kph0, kph1] = [unit * toldKph(from), unit * toldKph(to)];
  const top = FASTER * Math.max(kph0, kph1, speeds ? unit * topKph(speeds, to.time) : 0);
  const cap = (Math.max(ANY_KPH, top) + SPEED_ERROR_KPH) / 3.6;
  const [v0, v1] = [Math.min(cap, (kph0 + SPEED_ERROR_KPH) / 3.6), Math.min(cap, (kph1 + SPEED_ERROR_KPH) / 3.6)];
  const seconds = (to.time - since) / 1000 + TIME_ERROR_S;
  const changing = (2 * cap - v0 - v1) / HARD;
  const peak = seconds >= changing ? cap : Math.max(v0, v1, (HARD * seconds + v0 + v1) / 2);
  const ramps = (2 * peak ** 2 - v0 ** 2 - v1 ** 2) / (2 * HARD);
  return Math.min(peak * seconds, ramps + peak * Math.max(0, seconds - changing));
}

/** Metres by the speeds at both ends. */
export function claimedM({ speeds }: Pick<TrackState, 'speeds'>, from: Fix, to: Fix): number {
  const ratio = speeds ? speeds.seenM / Math.max(1, speeds.claimedM) : 1;
  return ((Math.max(1, ratio) * (toldKph(from) + toldKph(to))) / 2 / 3.6) * ((to.time - from.time) / 1000);
}

/** Whether a leg and the few before it are together as long as the speeds say, or not much longer. */
export function isAsClaimed({ state }: Run, from: Fix, to: Fix, metres: number): boolean {
  const { lateClaimedM, lateSeenM } = state.speeds ?? NO_SPEEDS;
  const saidM = FADES_SOON * lateClaimedM + claimedM(state, from, to);
  return FADES_SOON * lateSeenM + metres <= LATE_TIMES * saidM + LATE_MORE_M;
}

/** Whether a vehicle can have driven so far between two fixes. */
export const isCredible = (run: Run, from: Fix, to: Fix, metres: number, since = from.time): boolean =>
  metres <= PLACE_ERROR * reachM(run, from, to, since) + PLACE_ERROR_M;
