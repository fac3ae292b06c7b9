import { between, type Place } from './geo.ts';
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
  /** The newest fixes since the last gap; left out before the first leg. */
  newest?: PassedFix[];
  /** The highest reported speed, halved in every half hour, km/h; and when it was that. */
  topKph: number;
  topAt: number;
}

/** A fix that was driven past, the leg to it, and how long that is by the speeds at both its ends. */
interface PassedFix extends Place {
  time: number;
  metres: number;
  reportedM: number;
}

/**
 * So many legs that are longer than their speeds say go to and fro where every second fix left out makes them so much
 * shorter. Of recorded drives 0.03% of such legs do with a fix each 30 s and 0.9% with one each 60 s, of a receiver that is
 * scattered over kilometres 70 to 95%. With more seldom fixes the speeds at the ends say less.
 */
const ZIGZAG_LEGS = 4;
const ZIGZAG_M = 1500;
/** A shorter leg is no part of them: nobody scatters who stands. */
const PASSED_M = 100;
const ZIGZAG = { times: 1.1, part: 0.8 };
const SELDOM_ZIGZAG = { times: 1.5, part: 0.6 };
const OFTEN_S = 90;

const FADES = 0.98;
const FADES_SOON = 0.7;
const SOON_S = 60;
/** The last legs together are longer than the speeds say by so much at most. */
const LATE_TIMES = 1.6;
const LATE_MORE_M = 500;
/** The same with a fix each minute and a half or more often. */
const OFTEN_TIMES = 1.3;
const OFTEN_MORE_M = 400;
/** Once the unit of the speeds is known, a leg that is longer than this teaches nothing about it beyond. */
const MORE_TIMES = 1.2;
const MORE_M = 50;
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

const reportedKph = (fix: Fix): number => fix.toldKph ?? fix.speedKph;

/** Takes a driven leg into what is known of the device's speeds. */
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
  const isKnown = known.legs >= LEAST_LEGS && known.claimedM >= LEAST_M;
  const mostM = isKnown ? Math.max(1, known.seenM / known.claimedM) * MORE_TIMES * byReports + MORE_M : Infinity;
  known.claimedM = FADES * known.claimedM + byReports;
  known.seenM = FADES * known.seenM + Math.min(metres, mostM);
  known.legs = Math.min(LEAST_LEGS, known.legs + 1);
}

const topKph = ({ topKph: top, topAt }: KnownSpeeds, now: number): number =>
  top * 0.5 ** (Math.max(0, now - topAt) / HALF_MS);

/** What is left of the legs before: those of some minutes count, however often it reports, and three at least. */
const lateFade = (from: Fix, to: Fix): number =>
  FADES_SOON ** Math.min(1, Math.max(0, (to.time - from.time) / 1000 / SOON_S));

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

/** Metres by the speeds at both ends. */
export const claimedM = ({ speeds }: Pick<TrackState, 'speeds'>, from: Fix, to: Fix): number =>
  unitOf(speeds) * reportedM(from, to);

const unitOf = (speeds: KnownSpeeds | undefined): number =>
  speeds ? Math.max(1, speeds.seenM / Math.max(1, speeds.claimedM)) : 1;

/** Metres by the speeds that the device reports at both ends, taken as km/h. */
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

/** Whether a leg makes those of late go to and fro, as no road does for long: the receiver scatters. */
export function isZigzag({ speeds }: Pick<TrackState, 'speeds'>, from: Fix, to: Fix, metres: number): boolean {
  const newest = speeds?.newest;
  if (!newest || newest.length < ZIGZAG_LEGS || newest.at(-1)?.time !== from.time) return false;
  return goesToAndFro(speeds, newest, passedAt(to, metres, reportedM(from, to)));
}

/** The same of the newest fixes of a list. */
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

/** Whether a leg and the few before it are together as long as the speeds say, or not much longer. */
export function isAsClaimed({ state }: Run, from: Fix, to: Fix, metres: number): boolean {
  const { lateClaimedM, lateSeenM } = state.speeds ?? NO_SPEEDS;
  const fade = lateFade(from, to);
  const said = fade * lateClaimedM + claimedM(state, from, to);
  const seenM = fade * lateSeenM + metres;
  if (to.time - from.time <= OFTEN_S * 1000) return seenM <= OFTEN_TIMES * said + OFTEN_MORE_M;
  return seenM <= LATE_TIMES * said + LATE_MORE_M;
}

/** Whether a vehicle can have driven so far between two fixes. */
export const isCredible = (run: Run, from: Fix, to: Fix, metres: number, since = from.time): boolean =>
  metres <= PLACE_ERROR * reachM(run, from, to, since) + PLACE_ERROR_M;
