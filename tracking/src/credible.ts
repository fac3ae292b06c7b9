import { between, type Coordinates } from './geo.ts';
import type { Run } from './run.ts';
import type { Fix } from './motion-state.ts';
import type { TrackState } from './track-state.ts';

/** Compares reported speeds with the legs between them, and stores the highest recent speed. */
export interface KnownSpeeds {
  /**
   * Metres by reported speeds and by coordinates, for the legs of the last minutes on which it moved; older legs fade.
   */
  claimedM: number;
  seenM: number;
  /** Metres by reported speeds and by coordinates, for all legs of the last few fixes. */
  lateClaimedM: number;
  lateSeenM: number;
  /** The number of legs, counted up to `MIN_LEGS`. */
  legs: number;
  /** The newest fixes since the last gap; omitted before the first leg. */
  newest?: PassedFix[];
  /** The highest reported speed in km/h, which halves every half hour, and when it was reported. */
  topKph: number;
  topAt: number;
}

/** A fix on the way, the leg to it, and the length of that leg by the speeds at both its ends. */
interface PassedFix extends Coordinates {
  time: number;
  metres: number;
  reportedM: number;
}

/**
 * When this many legs are longer than their speeds allow, they count as a zigzag if leaving out every second fix
 * shortens them by this share. In recorded drives 0.03% of such legs qualify with a fix every 30 s and 0.9% with one
 * every 60 s; from a receiver that scatters over kilometres 70 to 95% do. With longer intervals the speeds at the ends
 * say less.
 */
const ZIGZAG_LEGS = 4;
const ZIGZAG_M = 1500;
/** Shorter legs are not counted: a standing vehicle does not scatter this far. */
const PASSED_M = 100;
const ZIGZAG = { times: 1.1, part: 0.8 };
const SELDOM_ZIGZAG = { times: 1.5, part: 0.6 };
const OFTEN_S = 90;

const FADES = 0.98;
const FADES_SOON = 0.7;
const SOON_S = 60;
/** The recent legs together may be longer than the speeds imply by at most this factor. */
const LATE_TIMES = 1.6;
const LATE_MORE_M = 500;
/** The same limit for a fix every 90 seconds or more often. */
const OFTEN_TIMES = 1.3;
const OFTEN_MORE_M = 400;
/** Once the unit of the speeds is known, a leg counts towards it only up to this length. */
const MORE_TIMES = 1.2;
const MORE_M = 50;
/** The unit of the speeds is known after this many legs and metres. */
const MIN_LEGS = 6;
const MIN_M = 2000;
/** When legs are this much longer than the speeds imply, the device reports m/s or knots. */
const OTHER_UNIT = 1.3;
const HALF_MS = 30 * 60_000;
/** Any vehicle may drive this fast, and exceed its reported speeds by this factor. */
const ANY_KPH = 60;
const FASTER = 1.3;
/** The assumed limit of acceleration and braking, m/s². */
const HARD = 2;
/** The assumed errors of a reported speed, a time and a position. */
const SPEED_ERROR_KPH = 10;
const TIME_ERROR_S = 2;
const PLACE_ERROR = 1.15;
const PLACE_ERROR_M = 100;
/** Longer legs say little about speeds. */
const LONGEST_S = 120;

const NO_SPEEDS: KnownSpeeds = { claimedM: 0, seenM: 0, lateClaimedM: 0, lateSeenM: 0, legs: 0, topKph: 0, topAt: 0 };

const reportedKph = (fix: Fix): number => fix.toldKph ?? fix.speedKph;

/** Adds a driven leg to what is known about the device's speeds. */
export function learnSpeeds({ state, context }: Run, before: Fix, fix: Fix, metres: number): void {
  const seconds = (fix.time - before.time) / 1000;
  const known = (state.speeds ??= { ...NO_SPEEDS, topAt: fix.time });
  const fade = lateFade(before, fix);
  known.lateClaimedM = fade * known.lateClaimedM + claimedM(state, before, fix);
  known.lateSeenM = fade * known.lateSeenM + metres;
  if (metres >= PASSED_M) pass(known, before, fix, metres);
  const kph = reportedKph(fix);
  if (kph <= context.settings.wildKph && kph >= topKph(known, fix.time)) {
    known.topKph = kph;
    known.topAt = fix.time;
  }
  if (seconds > LONGEST_S || kph < context.settings.movingKph || reportedKph(before) < context.settings.movingKph)
    return;
  const byReports = reportedM(before, fix);
  const isKnown = known.legs >= MIN_LEGS && known.claimedM >= MIN_M;
  const mostM = isKnown ? Math.max(1, known.seenM / known.claimedM) * MORE_TIMES * byReports + MORE_M : Infinity;
  known.claimedM = FADES * known.claimedM + byReports;
  known.seenM = FADES * known.seenM + Math.min(metres, mostM);
  known.legs = Math.min(MIN_LEGS, known.legs + 1);
}

const topKph = ({ topKph: top, topAt }: KnownSpeeds, now: number): number =>
  top * 0.5 ** (Math.max(0, now - topAt) / HALF_MS);

/**
 * Returns the weight left for earlier legs: a few minutes count, however often the device reports, and at least three
 * legs.
 */
const lateFade = (from: Fix, to: Fix): number =>
  FADES_SOON ** Math.min(1, Math.max(0, (to.time - from.time) / 1000 / SOON_S));

/** True when the unit of the device's speeds is known, so that legs can be compared with them. */
export function isSpeedKnown({ state }: Run): boolean {
  const { speeds, speedTold } = state;
  return speedTold && speeds !== undefined && speeds.legs >= MIN_LEGS && speeds.claimedM >= MIN_M;
}

/**
 * Returns the most metres that the vehicle can have driven between two fixes: it accelerates from the first speed to
 * somewhat above its recent speeds, and brakes to the second.
 */
export function reachM({ state }: Run, from: Fix, to: Fix, since = from.time): number {
  const { speeds } = state;
  const ratio = speeds ? speeds.seenM / Math.max(1, speeds.claimedM) : 1;
  const unit = ratio > OTHER_UNIT ? ratio : 1;
  const [kph0, kph1] = [unit * reportedKph(from), unit * reportedKph(to)];
  const top = FASTER * Math.max(kph0, kph1, speeds ? unit * topKph(speeds, to.time) : 0);
  const cap = (Math.max(ANY_KPH, top) + SPEED_ERROR_KPH) / 3.6;
  const [v0, v1] = [Math.min(cap, (kph0 + SPEED_ERROR_KPH) / 3.6), Math.min(cap, (kph1 + SPEED_ERROR_KPH) / 3.6)];
  const seconds = (to.time - since) / 1000 + TIME_ERROR_S;
  const changing = (2 * cap - v0 - v1) / HARD;
  const peak = seconds >= changing ? cap : Math.max(v0, v1, (HARD * seconds + v0 + v1) / 2);
  const ramps = (2 * peak ** 2 - v0 ** 2 - v1 ** 2) / (2 * HARD);
  return Math.min(peak * seconds, ramps + peak * Math.max(0, seconds - changing));
}

/** Returns the metres implied by the speeds at both ends. */
export const claimedM = ({ speeds }: Pick<TrackState, 'speeds'>, from: Fix, to: Fix): number =>
  unitOf(speeds) * reportedM(from, to);

const unitOf = (speeds: KnownSpeeds | undefined): number =>
  speeds ? Math.max(1, speeds.seenM / Math.max(1, speeds.claimedM)) : 1;

/** Returns the metres implied by the reported speeds at both ends, taken as km/h. */
const reportedM = (from: Fix, to: Fix): number =>
  ((reportedKph(from) + reportedKph(to)) / 2 / 3.6) * ((to.time - from.time) / 1000);

const passedAt = ({ time, lat, lon }: Fix, metres: number, byReports: number): PassedFix => ({
  time,
  lat,
  lon,
  metres,
  reportedM: byReports,
});

function pass(known: KnownSpeeds, before: Fix, fix: Fix, metres: number): void {
  const { newest } = known;
  const passed = passedAt(fix, metres, reportedM(before, fix));
  if (newest?.at(-1)?.time !== before.time) {
    known.newest = [passedAt(before, 0, 0), passed];
    return;
  }
  newest.push(passed);
  if (newest.length > ZIGZAG_LEGS) newest.shift();
}

/** True when a leg continues a zigzag of recent legs, as no road does for long: the receiver scatters. */
export function isZigzag({ speeds }: Pick<TrackState, 'speeds'>, from: Fix, to: Fix, metres: number): boolean {
  const newest = speeds?.newest;
  if (!newest || newest.length < ZIGZAG_LEGS || newest.at(-1)?.time !== from.time) return false;
  return goesToAndFro(speeds, newest, passedAt(to, metres, reportedM(from, to)));
}

/** The same for the newest fixes of a list. */
export function isZigzagOf({ speeds }: Pick<TrackState, 'speeds'>, fixes: readonly Fix[]): boolean {
  const newest = fixes.slice(-ZIGZAG_LEGS - 1);
  const passed = newest.map((fix, index) => {
    const before = newest[index - 1] ?? fix;
    return passedAt(fix, between(before, fix), reportedM(before, fix));
  });
  const last = passed.pop();
  return last !== undefined && goesToAndFro(speeds, passed, last);
}

function goesToAndFro(
  speeds: KnownSpeeds | undefined,
  [first, second, third, fourth]: readonly PassedFix[],
  fifth: PassedFix,
): boolean {
  if (!first || !second || !third || !fourth) return false;
  const metres = second.metres + third.metres + fourth.metres + fifth.metres;
  const byReports = second.reportedM + third.reportedM + fourth.reportedM + fifth.reportedM;
  const seconds = (fifth.time - first.time) / 1000;
  if (seconds > ZIGZAG_LEGS * LONGEST_S || metres < ZIGZAG_M) return false;
  const { times, part } = seconds <= ZIGZAG_LEGS * OFTEN_S ? ZIGZAG : SELDOM_ZIGZAG;
  if (metres <= times * unitOf(speeds) * byReports) return false;
  return between(first, third) + between(third, fifth) < part * metres;
}

/** True when a leg and the few before it are together as long as the speeds imply, or not much longer. */
export function isAsClaimed({ state }: Run, from: Fix, to: Fix, metres: number): boolean {
  const { lateClaimedM, lateSeenM } = state.speeds ?? NO_SPEEDS;
  const fade = lateFade(from, to);
  const claimed = fade * lateClaimedM + claimedM(state, from, to);
  const seenM = fade * lateSeenM + metres;
  if (to.time - from.time <= OFTEN_S * 1000) return seenM <= OFTEN_TIMES * claimed + OFTEN_MORE_M;
  return seenM <= LATE_TIMES * claimed + LATE_MORE_M;
}

/** True when a vehicle can have driven this far between two fixes. */
export const isCredible = (run: Run, from: Fix, to: Fix, metres: number, since = from.time): boolean =>
  metres <= PLACE_ERROR * reachM(run, from, to, since) + PLACE_ERROR_M;
