import { claimedM, isAsClaimed, isCredible, isSpeedKnown, isZigzag, isZigzagOf } from './credible.ts';
import { between } from './geo.ts';
import { beyondNoiseM } from './rest.ts';
import type { Run } from './run.ts';
import { holeMsOf } from './seldom.ts';
import type { Fix } from './motion-state.ts';
import type { TrackState } from './track-state.ts';
import { noteLeg } from './trip.ts';

/**
 * Fixes of a receiver that may be jammed or spoofed, since the last good one: each could be driven to from the one before,
 * but the first could not from the last good one.
 */
export interface Suspects {
  fixes: Fix[];
  /** How many such ways were left out since the last good fix. */
  breaks: number;
}

/** Fixes in a row that agree for so long are no errors, from so many on; so many are enough. */
const AGREE_MS = 75_000;
const AGREE_LEAST = 4;
const AGREE_MOST = 7;
/** The legs of fixes that agree are longer than their speeds say by so much at most. */
const AGREE_TIMES = 1.3;
const AGREE_MORE_M = 200;
/** The same of the way from the last good fix over those that are left out. */
const BACK_MORE_M = 500;
/** Over the first of a way that turns back at it the way from the last good one is longer by so much of its first leg. */
const TURN_PART = 1;
/** Standing, within so many metres they are one place. */
const ONE_PLACE_M = 100;
/** A way far off is believed after the time that a vehicle needs to get there, and after so long at the latest. */
const THERE_KPH = 60;
const LONGEST_MS = 3_600_000;
/** Fixes that are remembered: thinner from `THIN_FROM` on. */
const THIN_FROM = 10;
const THIN_MS = 20_000;
const MOST = 200;
/** How long a receiver repeats its last place and speed, as in a tunnel. */
const LONGEST_HELD_MS = 900_000;

/** Whether a fix has to wait for others that confirm it. */
export function isDoubtful(run: Run, last: Fix, fix: Fix): boolean {
  const { state } = run;
  if (!state.speedTold || fix.time - last.time > holeMsOf(run)) return false;
  if (leavesUnmoved(run, last, fix)) return true;
  if (!isSpeedKnown(run)) return false;
  const metres = between(last, fix);
  return !isReached(run, last, fix) || !isAsClaimed(run, last, fix, metres) || isZigzag(state, last, fix, metres);
}

function isReached(run: Run, last: Fix, fix: Fix): boolean {
  const { state, context } = run;
  // One that repeated its last place and speed drove all that time.
  const isHeld = last === state.fix && state.speed.kph >= context.settings.movingKph;
  const since = isHeld ? Math.min(last.time, Math.max(state.heldSince, fix.time - LONGEST_HELD_MS)) : last.time;
  return isCredible(run, last, fix, between(last, fix), since);
}

/** Whether it is far from where it stood, and yet was not seen moving. */
function leavesUnmoved({ state, context }: Run, last: Fix, fix: Fix): boolean {
  const { movingKph, farM } = context.settings;
  const { rest } = state;
  if (!rest || (fix.toldKph ?? fix.speedKph) >= movingKph || (last.toldKph ?? last.speedKph) >= movingKph) return false;
  return between(rest, fix) >= beyondNoiseM(rest, farM) && between(last, fix) >= farM;
}

/** What follows from the next fix while others wait: those to accept, in order. */
export interface Verdict {
  accepted: readonly Fix[];
  /** Whether nobody drove to the first of them. */
  jump: boolean;
}

const WAIT: Verdict = { accepted: [], jump: false };

/** Begins to wait with a doubtful fix. */
export function holdBack(run: Run, fix: Fix): void {
  run.state.suspects = { fixes: [fix], breaks: 0 };
}

/** Whether the engine ran at the last good fix and is off now: nothing may be heard for hours, so that who waits is decided. */
const isSwitchedOff = ({ state }: Run, good: Fix): boolean => good.engine === true && state.engine.on === false;

/** Whether fixes are a drive, or the rest of one: it can have got there, and nothing shows that the receiver is disturbed. */
function isDriven(run: Run, good: Fix, { fixes, breaks }: Suspects): boolean {
  const { state, context } = run;
  const [first] = fixes;
  // So many would have agreed long ago.
  if (!first || state.leftOut === true || breaks > 0 || fixes.length >= AGREE_MOST) return false;
  const drives = state.trip?.kind === 'trip' || hasMoved(fixes, context.settings.movingKph);
  return drives && isReached(run, good, first) && !isZigzagOf(state, [good, ...fixes]);
}

const hasMoved = (fixes: readonly Fix[], movingKph: number): boolean =>
  fixes.some(({ toldKph: reportedKph, speedKph }) => (reportedKph ?? speedKph) >= movingKph);

/** Whether a doubtful fix is where the vehicle drove to and was switched off. */
export const isParkedAt = (run: Run, last: Fix, fix: Fix): boolean =>
  isSwitchedOff(run, last) && isDriven(run, last, { fixes: [fix], breaks: 0 });

/** What decides about those that wait, but for the next fix: what it says of the engine, a report without a place, the end. */
export type Decider = 'engine' | 'status' | 'end';

/** Those that wait once the engine is known to be off, no place was heard for long, or none will be. */
export function settleSuspects(run: Run, by: Decider): readonly Fix[] {
  const { state, now } = run;
  const { fix: good, suspect, suspects } = state;
  if (!good) return [];
  if (suspect && by !== 'engine' && isParkedAt(run, good, suspect)) {
    state.suspect = null;
    return [suspect];
  }
  const last = suspects?.fixes.at(-1);
  if (!suspects || !last) return [];
  const isSilent = by === 'status' && now - last.time > holeMsOf(run);
  if (!isSilent && by !== 'end' && !isSwitchedOff(run, good)) return [];
  if (!isDriven(run, good, suspects)) {
    if (by === 'end') leaveOut(run, good, suspects.fixes);
    return [];
  }
  state.suspects = undefined;
  return suspects.fixes;
}

/** Takes in the next fix while others wait. */
export function watchSuspects(run: Run, good: Fix, suspects: Suspects, fix: Fix): Verdict {
  const { state } = run;
  const { fixes } = suspects;
  const last = fixes.at(-1) ?? good;
  if (isBack(run, fixes, fix)) {
    leaveOut(run, good, fixes);
    state.suspects = undefined;
    return { accepted: [fix], jump: false };
  }
  const isSilence = fix.time - last.time > holeMsOf(run);
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
    // While others waited it was not silent: a way that would be no wonder after a hole has to be as long as its speeds say.
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

/** The newest part of a way whose legs are as long as their speeds say: of a disturbed receiver the first may be an error, too. */
const unbroken = (state: TrackState, fixes: readonly Fix[]): readonly Fix[] =>
  fixes.slice(
    Math.max(
      0,
      fixes.findLastIndex((fix, index) => index > 0 && !agreesWithSpeeds(state, fixes[index - 1] ?? fix, fix)),
    ),
  );

/** Without its first fixes where the way turns back at them: of a disturbed receiver they may be errors that happen to fit. */
function withoutTurn(good: Fix, way: readonly Fix[]): readonly Fix[] {
  const first = way.findIndex((fix, index) => {
    const next = way[index + 1];
    return !next || between(good, fix) + between(fix, next) - between(good, next) <= TURN_PART * between(fix, next);
  });
  return way.slice(first);
}

/** Whether a way is as long as the speeds at its ends say, or somewhat longer. */
const agreesWithSpeeds = (state: TrackState, from: Fix, to: Fix): boolean =>
  between(from, to) <= AGREE_TIMES * claimedM(state, from, to) + BACK_MORE_M;

/** Whether it is again where it stood; one that was seen moving drove away and back unless it is very near. */
function isBack({ state, context }: Run, fixes: readonly Fix[], fix: Fix): boolean {
  const { movingKph, nearM, creepM } = context.settings;
  const { rest } = state;
  const moved = hasMoved(fixes, movingKph);
  return rest !== null && between(rest, fix) < beyondNoiseM(rest, moved ? nearM : creepM);
}

/** Whether the newest of these fixes are a way, or one place. */
function agree(run: Run, fixes: readonly Fix[]): boolean {
  const { movingKph } = run.context.settings;
  const last = fixes.at(-1);
  if (!last) return false;
  if (standsSurely(run, fixes)) return true;
  const since = fixes.findLastIndex(({ time }) => last.time - time >= AGREE_MS);
  const enough = since < 0 ? AGREE_MOST : Math.max(AGREE_LEAST, Math.min(AGREE_MOST, fixes.length - since));
  if (fixes.length < enough) return false;
  const newest = fixes.slice(-enough);
  const moves = hasMoved(newest, movingKph);
  const sum = (metres: (from: Fix, to: Fix) => number) =>
    newest.reduce((total, one, index) => total + metres(newest[index - 1] ?? one, one), 0);
  const isWay = sum(between) <= AGREE_TIMES * sum((from, to) => claimedM(run.state, from, to)) + AGREE_MORE_M;
  return (moves && isWay && !isZigzagOf(run.state, fixes)) || newest.every((one) => between(one, last) <= ONE_PLACE_M);
}

/** Whether the last three are one place for minutes, as of a vehicle that reports seldom and halted once more. */
function standsSurely(run: Run, fixes: readonly Fix[]): boolean {
  const three = fixes.slice(-3);
  const [first, , last] = three;
  if (!first || !last) return false;
  const ms = last.time - first.time;
  const isLong = ms >= 2 * AGREE_MS && ms <= holeMsOf(run);
  return isLong && three.every((one) => between(one, last) <= ONE_PLACE_M);
}

/** Whether they go on for as long as a vehicle takes to get there, or are too many to wait. */
function isBelieved(good: Fix, fixes: readonly Fix[], fix: Fix): boolean {
  const neededMs = (between(good, fix) / (THERE_KPH / 3.6)) * 1000;
  return fixes.length >= MOST || fix.time - good.time >= Math.min(LONGEST_MS, neededMs);
}

function leaveOut(run: Run, good: Fix, [first]: readonly Fix[]): void {
  run.state.leftOut = true;
  if (first) noteLeg(run, 'wildFix', good.time, first.time, between(good, first));
}
