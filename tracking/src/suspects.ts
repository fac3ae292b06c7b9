import { claimedM, isAsClaimed, isCredible, isSpeedKnown, isZigzag, isZigzagOf } from './credible.ts';
import { between } from './geo.ts';
import { beyondNoiseM } from './rest.ts';
import type { Run } from './run.ts';
import { gapMsOf } from './seldom.ts';
import type { Fix } from './motion-state.ts';
import type { TrackState } from './track-state.ts';
import { noteLeg } from './trip.ts';

/**
 * Fixes since the last good one from a receiver that may be jammed or spoofed: each is reachable from the previous one,
 * but the first is not reachable from the last good one.
 */
export interface Suspects {
  fixes: Fix[];
  /** The number of such sequences discarded since the last good fix. */
  breaks: number;
}

/**
 * Consecutive fixes that agree for this long are not errors, from `MIN_AGREEING_FIXES` on; `MAX_AGREEING_FIXES` are always enough.
 */
const AGREE_MS = 75_000;
const MIN_AGREEING_FIXES = 4;
const MAX_AGREEING_FIXES = 7;
/** The legs of agreeing fixes may be longer than their speeds imply by at most this. */
const AGREE_TIMES = 1.3;
const AGREE_MORE_M = 200;
/** The same limit for the leg from the last good fix across those that are left out. */
const BACK_MORE_M = 500;
/**
 * A path turns back at its first fix if the detour over that fix, from the last good one, exceeds this share of the
 * first leg.
 */
const TURN_PART = 1;
/** While standing, fixes within this distance share a location. */
const ONE_PLACE_M = 100;
/** A distant path is believed after the time that a vehicle needs to get there, and after this long at the latest. */
const THERE_KPH = 60;
const LONGEST_MS = 3_600_000;
/** The stored fixes are thinned from `THIN_FROM` on. */
const THIN_FROM = 10;
const THIN_MS = 20_000;
const MAX_STORED_FIXES = 200;
/** How long a receiver may repeat its last coordinates and speed, as in a tunnel. */
const LONGEST_HELD_MS = 900_000;

/** True when a fix has to be confirmed by others. */
export function isDoubtful(run: Run, last: Fix, fix: Fix): boolean {
  const { state } = run;
  if (!state.speedTold || fix.time - last.time > gapMsOf(run)) return false;
  if (leavesUnmoved(run, last, fix)) return true;
  if (!isSpeedKnown(run)) return false;
  const metres = between(last, fix);
  return !isReached(run, last, fix) || !isAsClaimed(run, last, fix, metres) || isZigzag(state, last, fix, metres);
}

function isReached(run: Run, last: Fix, fix: Fix): boolean {
  const { state, context } = run;
  // A receiver that repeated its last coordinates and speed drove all that time.
  const isHeld = last === state.fix && state.speed.kph >= context.settings.movingKph;
  const since = isHeld ? Math.min(last.time, Math.max(state.heldSince, fix.time - LONGEST_HELD_MS)) : last.time;
  return isCredible(run, last, fix, between(last, fix), since);
}

/** True when it is far from where it stood without having been reported moving. */
function leavesUnmoved({ state, context }: Run, last: Fix, fix: Fix): boolean {
  const { movingKph, farM } = context.settings;
  const { rest } = state;
  if (!rest || (fix.toldKph ?? fix.speedKph) >= movingKph || (last.toldKph ?? last.speedKph) >= movingKph) return false;
  return between(rest, fix) >= beyondNoiseM(rest, farM) && between(last, fix) >= farM;
}

/** The result of a fix while others are held back: the fixes to accept, in order. */
export interface Verdict {
  accepted: readonly Fix[];
  /** Whether the vehicle cannot have driven to the first of them. */
  jump: boolean;
}

const WAIT: Verdict = { accepted: [], jump: false };

/** Begins to hold fixes back with this first uncertain one. */
export function holdBack(run: Run, fix: Fix): void {
  run.state.suspects = { fixes: [fix], breaks: 0 };
}

/**
 * True when the engine ran at the last good fix and is off now: no report may come for hours, so the held-back fixes
 * are decided now.
 */
const isSwitchedOff = ({ state }: Run, good: Fix): boolean => good.engine === true && state.engine.on === false;

/**
 * True when fixes are a drive, or the rest of one: they are reachable, and nothing indicates that the receiver is
 * disturbed.
 */
function isDriven(run: Run, good: Fix, { fixes, breaks }: Suspects): boolean {
  const { state, context } = run;
  const [first] = fixes;
  // This many fixes would have agreed long ago.
  if (!first || state.leftOut === true || breaks > 0 || fixes.length >= MAX_AGREEING_FIXES) return false;
  const drives = state.trip?.kind === 'trip' || hasMoved(fixes, context.settings.movingKph);
  return drives && isReached(run, good, first) && !isZigzagOf(state, [good, ...fixes]);
}

const hasMoved = (fixes: readonly Fix[], movingKph: number): boolean =>
  fixes.some(({ toldKph: reportedKph, speedKph }) => (reportedKph ?? speedKph) >= movingKph);

/** True when an uncertain fix is where the vehicle drove to and was switched off. */
export const isParkedAt = (run: Run, last: Fix, fix: Fix): boolean =>
  isSwitchedOff(run, last) && isDriven(run, last, { fixes: [fix], breaks: 0 });

/**
 * The event, other than the next fix, that decides about held-back fixes: an engine value, a report without
 * coordinates, or the end of the installation.
 */
export type VerdictSource = 'engine' | 'status' | 'end';

/**
 * Returns the held-back fixes to accept once the engine is known to be off, no coordinates were reported for long, or
 * none will be.
 */
export function settleSuspects(run: Run, by: VerdictSource): readonly Fix[] {
  const { state, now } = run;
  const { fix: good, suspect, suspects } = state;
  if (!good) return [];
  if (suspect && by !== 'engine' && isParkedAt(run, good, suspect)) {
    state.suspect = null;
    return [suspect];
  }
  const last = suspects?.fixes.at(-1);
  if (!suspects || !last) return [];
  const isSilent = by === 'status' && now - last.time > gapMsOf(run);
  if (!isSilent && by !== 'end' && !isSwitchedOff(run, good)) return [];
  if (!isDriven(run, good, suspects)) {
    if (by === 'end') leaveOut(run, good, suspects.fixes);
    return [];
  }
  state.suspects = undefined;
  return suspects.fixes;
}

/** Processes the next fix while others are held back. */
export function watchSuspects(run: Run, good: Fix, suspects: Suspects, fix: Fix): Verdict {
  const { state } = run;
  const { fixes } = suspects;
  const last = fixes.at(-1) ?? good;
  if (isBack(run, fixes, fix)) {
    leaveOut(run, good, fixes);
    state.suspects = undefined;
    return { accepted: [fix], jump: false };
  }
  const isSilence = fix.time - last.time > gapMsOf(run);
  if (isSilence) {
    const way = suspects.breaks > 0 ? withoutTurn(good, unbroken(state, fixes)) : fixes;
    const [first = last] = way;
    const isSame = between(last, fix) <= ONE_PLACE_M && isReached(run, good, first);
    if (isSame || isDriven(run, good, suspects)) {
      state.suspects = undefined;
      return { accepted: [...way, fix], jump: false };
    }
  }
  if (isSilence || !isCredible(run, last, fix, between(last, fix))) {
    leaveOut(run, good, fixes);
    // While fixes were held back the device was not silent: a leg that would be plausible after a gap must be as long
    // as its speeds imply.
    const isGood = !isDoubtful(run, good, fix) && (isSilence || agreesWithSpeeds(state, good, fix));
    if (suspects.breaks === 0 && isGood && isReached(run, good, fix)) {
      state.suspects = undefined;
      return { accepted: [fix], jump: false };
    }
    suspects.fixes = [fix];
    suspects.breaks += 1;
    return WAIT;
  }
  fixes.push(fix);
  if (isSwitchedOff(run, good) && isDriven(run, good, suspects)) {
    state.suspects = undefined;
    return { accepted: fixes, jump: false };
  }
  const third = fixes.at(-3);
  if (fixes.length > THIN_FROM && third && fix.time - third.time < THIN_MS) fixes.splice(-2, 1);
  const way = suspects.breaks > 0 ? withoutTurn(good, unbroken(state, fixes)) : fixes;
  const [first = fix] = way;
  const isReal = isReached(run, good, first);
  if (!agree(run, way) || (!isReal && !isBelieved(good, fixes, fix))) return WAIT;
  state.suspects = undefined;
  return { accepted: way, jump: !isReal };
}

/**
 * Returns the newest part of a path whose legs are as long as their speeds imply: from a disturbed receiver, the first
 * fixes may be errors too.
 */
const unbroken = (state: TrackState, fixes: readonly Fix[]): readonly Fix[] =>
  fixes.slice(
    Math.max(
      0,
      fixes.findLastIndex((fix, index) => index > 0 && !agreesWithSpeeds(state, fixes[index - 1] ?? fix, fix)),
    ),
  );

/**
 * Drops the first fixes where the path turns back at them: from a disturbed receiver they may be errors that happen to
 * fit.
 */
function withoutTurn(good: Fix, way: readonly Fix[]): readonly Fix[] {
  const first = way.findIndex((fix, index) => {
    const next = way[index + 1];
    return !next || between(good, fix) + between(fix, next) - between(good, next) <= TURN_PART * between(fix, next);
  });
  return way.slice(first);
}

/** True when a leg is as long as the speeds at its ends imply, or somewhat longer. */
const agreesWithSpeeds = (state: TrackState, from: Fix, to: Fix): boolean =>
  between(from, to) <= AGREE_TIMES * claimedM(state, from, to) + BACK_MORE_M;

/**
 * True when it is back where it stood; a vehicle that was reported moving drove away and back unless it is very near.
 */
function isBack({ state, context }: Run, fixes: readonly Fix[], fix: Fix): boolean {
  const { movingKph, nearM, creepM } = context.settings;
  const { rest } = state;
  const moved = hasMoved(fixes, movingKph);
  return rest !== null && between(rest, fix) < beyondNoiseM(rest, moved ? nearM : creepM);
}

/** True when the newest of these fixes form a plausible path, or share a location. */
function agree(run: Run, fixes: readonly Fix[]): boolean {
  const { movingKph } = run.context.settings;
  const last = fixes.at(-1);
  if (!last) return false;
  if (standsSurely(run, fixes)) return true;
  const since = fixes.findLastIndex(({ time }) => last.time - time >= AGREE_MS);
  const enough =
    since < 0 ? MAX_AGREEING_FIXES : Math.max(MIN_AGREEING_FIXES, Math.min(MAX_AGREEING_FIXES, fixes.length - since));
  if (fixes.length < enough) return false;
  const newest = fixes.slice(-enough);
  const moves = hasMoved(newest, movingKph);
  const sum = (metres: (from: Fix, to: Fix) => number) =>
    newest.reduce((total, one, index) => total + metres(newest[index - 1] ?? one, one), 0);
  const isWay = sum(between) <= AGREE_TIMES * sum((from, to) => claimedM(run.state, from, to)) + AGREE_MORE_M;
  return (moves && isWay && !isZigzagOf(run.state, fixes)) || newest.every((one) => between(one, last) <= ONE_PLACE_M);
}

/**
 * True when the last three share a location for minutes, as from a vehicle that reports seldom and halted once more.
 */
function standsSurely(run: Run, fixes: readonly Fix[]): boolean {
  const three = fixes.slice(-3);
  const [first, , last] = three;
  if (!first || !last) return false;
  const ms = last.time - first.time;
  const isLong = ms >= 2 * AGREE_MS && ms <= gapMsOf(run);
  return isLong && three.every((one) => between(one, last) <= ONE_PLACE_M);
}

/** True when they last for as long as a vehicle takes to get there, or are too many to wait further. */
function isBelieved(good: Fix, fixes: readonly Fix[], fix: Fix): boolean {
  const neededMs = (between(good, fix) / (THERE_KPH / 3.6)) * 1000;
  return fixes.length >= MAX_STORED_FIXES || fix.time - good.time >= Math.min(LONGEST_MS, neededMs);
}

function leaveOut(run: Run, good: Fix, [first]: readonly Fix[]): void {
  run.state.leftOut = true;
  if (first) noteLeg(run, 'wildFix', good.time, first.time, between(good, first));
}
