import { closeDays, dayAt, eachDay } from './days.ts';
import { drive } from './drive.ts';
import type { Fact } from './fact.ts';
import { between } from './geo.ts';
import { tidyAlarms } from './alarms.ts';
import { watchSpeed } from './overspeed.ts';
import type { Position } from './position.ts';
import { beyondNoiseM, closeIdle, restAt } from './rest.ts';
import { type AnyReport, attributesOf, timeOf } from './report.ts';
import type { Run } from './run.ts';
import type { TrackingContext } from './settings.ts';
import { impliedKph, kphOver } from './speed.ts';
import type { Fix, TrackState } from './track-state.ts';
import { endTrip, noteLeg } from './trip.ts';
import { type Crossing, NO_CROSSINGS, visit } from './visits.ts';
import { watchRules } from './watch-rules.ts';

export type { Report } from './report.ts';

/** Whether a report comes after another in the one order that facts are made in: by fix time, then by hash. */
export function isAfter(state: Pick<TrackState, 'time' | 'hash'>, time: number, hash: number): boolean {
  return state.time === null || time > state.time || (time === state.time && hash > state.hash);
}

/**
 * Takes one report into a state, which it changes, and adds to `facts` those that are over or changed. Reports must
 * come in order (`isAfter`); one that does not is refused, because another answer would depend on the arrival.
 * Depends on nothing but its arguments: no clock is read.
 * @throws RangeError where the report is not after the newest one taken in
 */
export function advance(state: TrackState, report: AnyReport, context: TrackingContext, facts: Fact[]): void {
  const { position, hash } = report;
  const now = timeOf(report);
  if (state.ended || !isAfter(state, now, hash)) throw new RangeError('a report out of order has to be recomputed');
  const run: Run = { state, context, facts, now };
  const before = state.time;
  state.time = now;
  state.hash = hash;
  tidyAlarms(run);
  const attributes = attributesOf(report);
  const on = attributes.ignition;
  if (state.trip && state.ignition === false && now - state.ignitionSince >= context.settings.stopS * 1000) {
    endTrip(run, 'ignition');
  }
  countEngine(run, before, on ?? state.ignition);
  if (on === true) switchOn(run);
  if (attributes.odometerM !== undefined) state.odometerM = attributes.odometerM;
  if (attributes.driverTag) state.taggedAt = now;

  const held = state.fix;
  const crossings = position === null ? NO_CROSSINGS : takePosition(run, position, on ?? state.ignition);
  if (on === false) switchOff(run);

  const speedKph = state.fix !== held && state.fix ? state.fix.speedKph : null;
  watchRules(run, { before, attributes, speedKph, crossings });
  closeDays(state, facts);
}

function takePosition(run: Run, position: Position, ignition: boolean | null): readonly Crossing[] {
  const { state } = run;
  const day = dayAt(state, run.context, run.now);
  day.positions += 1;
  if (!position.valid) {
    day.invalid += 1;
    return NO_CROSSINGS;
  }
  if (position.speedKph > 0) state.speedTold = true;
  if (position.courseDeg !== 0) state.courseTold = true;
  return takeFix(run, position, ignition);
}

function takeFix(run: Run, position: Position, ignition: boolean | null): readonly Crossing[] {
  const { state, context } = run;
  const { lat, lon, speedKph, courseDeg } = position;
  const fix: Fix = {
    time: run.now,
    hash: state.hash,
    lat,
    lon,
    speedKph,
    courseDeg,
    ignition,
    odometerM: state.odometerM,
  };
  const { suspect, fix: last } = state;
  if (last && suspect) {
    state.suspect = null;
    const { wildKph, movingKph, nearM, creepM } = context.settings;
    const away = between(last, suspect);
    const back = impliedKph(suspect, fix);
    const tooFast = impliedKph(last, suspect, away) > wildKph;
    // Who drives away and back is nearly there again, too, but was seen to move.
    const backM = suspect.speedKph < movingKph ? creepM : nearM;
    const isSpike = state.rest !== null && between(state.rest, fix) < beyondNoiseM(state.rest, backM);
    if (isSpike || (tooFast && back > wildKph)) {
      noteLeg(run, 'wildFix', last.time, suspect.time, away);
      if (!isSuspect(run, last, fix)) return accept(run, fix, false);
      state.suspect = fix;
      return [];
    }
    const first = accept(run, suspect, tooFast && kphOver(away, state.heldSince, suspect.time) > wildKph);
    if (back <= wildKph) return [...first, ...accept(run, fix, false)];
    state.suspect = fix;
    return first;
  }
  if (last && isSuspect(run, last, fix)) {
    state.suspect = fix;
    return [];
  }
  return accept(run, fix, false);
}

/** Faster than anything on wheels, or far away at one go from where it stood: the next fix tells whether it is so. */
function isSuspect(run: Run, last: Fix, fix: Fix): boolean {
  const { settings } = run.context;
  const metres = between(last, fix);
  if (impliedKph(last, fix, metres) > settings.wildKph) return true;
  const { rest } = run.state;
  if (!rest || fix.time - last.time > settings.holeS * 1000) return false;
  return between(rest, fix) >= settings.farM && metres >= settings.farM;
}

function accept(run: Run, fix: Fix, jump: boolean): readonly Crossing[] {
  drive(run, fix, jump);
  const crossings = visit(run, fix);
  watchSpeed(run, fix);
  return crossings;
}

function switchOn({ state, now }: Run): void {
  if (state.ignition === true) return;
  state.ignition = true;
  state.ignitionSince = now;
  if (state.rest) state.rest.idleSince = now;
}

/** Off while driving: it halts at the last fix, and drives on from there if it is on again soon. */
function switchOff(run: Run): void {
  const { state, now } = run;
  if (state.ignition !== false) {
    state.ignition = false;
    state.ignitionSince = now;
    if (state.rest) closeIdle(run, state.rest, now);
    const origin = state.trip?.confirmedAt === null ? state.trip.origin : null;
    if (origin) closeIdle(run, origin, origin.base.time);
  }
  if (state.fix) state.rest ??= restAt(state.fix, false);
}

/** Ignition was on at the report before: so was the engine since then, unless nothing was heard for too long. */
function countEngine(run: Run, before: number | null, on: boolean | null): void {
  const { state, context, now } = run;
  if (before === null || state.ignition !== true) return;
  const { holeS, idleEndsTripS } = context.settings;
  const silentS = (now - before) / 1000;
  if (silentS > idleEndsTripS || (silentS > holeS && on !== true)) return;
  eachDay(state, context, before, now, (day, seconds) => (day.engineS += seconds));
}
