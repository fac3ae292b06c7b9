import { between } from './geo.ts';
import { checkIdle, closeIdle, restToTrip, moveRest, restAt, settleIn, standAt } from './rest.ts';
import type { Run } from './run.ts';
import { confirmStop } from './stop.ts';
import type { Fix, Rest } from './track-state.ts';
import { addToTrip, beginTrip, cancelTrip, endTrip, noteLeg, standUntil } from './trip.ts';

/** A way out that is longer than so many times the straight line is noise; then the straight line counts. */
const STRAY = 1.5;
/** So many slow fixes in a row away from the place, over a minute, and it stands somewhere else. */
const CREPT_FIXES = 3;
const CREPT_MS = 60_000;

/** Takes in a fix that was accepted: standing, leaving, driving, halting. `jump`: the leg to it is no driving. */
export function drive(run: Run, fix: Fix, jump: boolean): void {
  const { state, context } = run;
  const before = state.fix;
  state.fix = fix;
  if (!before) {
    state.rest = restAt(fix, state.ignition);
    const { lat, lon, time } = fix;
    state.stop = { lat, lon, start: time, startReason: 'firstReport', confirmedAt: null, idleS: 0 };
    state.stoodUntil = time;
    return;
  }
  const metres = between(before, fix);
  const hole = fix.time - before.time > context.settings.holeS * 1000;
  if (!state.speedTold) fix.speedKph = jump ? 0 : impliedKph(before, fix, metres);
  if (jump) jumped(run, before, fix, metres);
  else if (hole) overHole(run, before, fix, metres);
  else if (state.rest) atRest(run, state.rest, before, fix, metres);
  else rolling(run, before, fix, metres);
  if (state.rest) stillThere(run, state.rest, hole);
}

/** Speed that two fixes imply, km/h; reports of the same second are taken as one second apart. */
export function impliedKph(from: Fix, to: Fix, metres = between(from, to)): number {
  return (metres / Math.max(1, (to.time - from.time) / 1000)) * 3.6;
}

function rolling(run: Run, before: Fix, fix: Fix, metres: number): void {
  const { state, context } = run;
  if (!state.trip) return;
  addToTrip(run, state.trip, before.time, fix, metres, false);
  if (neverLeft(run, fix)) return;
  if (fix.speedKph < context.settings.movingKph) state.rest = restAt(fix, state.ignition);
}

/** Back where it stood before it got anywhere: what looked like a departure was none. */
function neverLeft(run: Run, fix: Fix): boolean {
  const { state, context } = run;
  const { trip } = state;
  if (!trip?.origin || trip.confirmedAt !== null || trip.reachM >= context.settings.farM) return false;
  if (between(trip.origin, fix) >= context.settings.nearM) return false;
  cancelTrip(run, trip);
  if (state.rest) arrive(run, state.rest, fix);
  return true;
}

function atRest(run: Run, rest: Rest, before: Fix, fix: Fix, metres: number): void {
  const { state, context } = run;
  const { movingKph, nearM, farM } = context.settings;
  const away = between(rest, fix);
  const moves = fix.speedKph >= movingKph;
  rest.pathM += metres;
  if (state.ignition !== false && (away >= farM || (moves && away >= nearM))) {
    leave(run, rest, fix);
  } else if (state.ignition === false && !state.trip && away >= farM) {
    noteLeg(run, 'ignitionOff', before.time, fix.time, rest.pathM);
    moveRest(rest, fix);
  } else if (!moves && away < nearM) {
    arrive(run, rest, fix);
  } else if (!moves) {
    rest.away += 1;
    if (rest.away < CREPT_FIXES || fix.time - rest.base.time < CREPT_MS) return;
    noteLeg(run, 'parkedNoise', rest.base.time, fix.time, rest.pathM);
    moveRest(rest, fix);
  }
}

/** One more fix where it stands: what it moved since the last one is noise. */
function arrive(run: Run, rest: Rest, fix: Fix): void {
  if (rest.pathM > 0) noteLeg(run, 'parkedNoise', rest.base.time, fix.time, rest.pathM);
  standAt(rest, fix);
  settleIn(rest, fix);
}

/** It really moved: since the last fix at which it surely stood. */
function leave(run: Run, rest: Rest, fix: Fix): void {
  const { state, context } = run;
  const { base } = rest;
  const straight = between(base, fix);
  const metres = rest.pathM <= STRAY * straight ? rest.pathM : straight;
  if (state.trip) {
    closeIdle(run, rest, base.time);
    restToTrip(run, rest);
    addToTrip(run, state.trip, base.time, fix, Math.max(metres, between(rest.halt, fix)), false);
    state.rest = null;
    if (neverLeft(run, fix)) return;
  } else {
    const stop = state.stop;
    const tooShort =
      stop !== null && stop.startReason !== 'firstReport' && base.time - stop.start < context.settings.stopS * 1000;
    const reason = state.ignition !== null && state.ignitionSince >= (stop?.start ?? 0) ? 'ignition' : 'movement';
    // Heard of nothing between halt and departure: it is not known when it moved, so the trip begins when it is seen.
    const trip = tooShort ? beginTrip(run, fix, reason, base) : beginTrip(run, base, reason, null);
    addToTrip(run, trip, tooShort ? fix.time : base.time, fix, metres, false);
  }
  if (fix.speedKph < context.settings.movingKph) state.rest = restAt(fix, state.ignition);
}

/** More than five minutes without a fix: a straight line, or a pause that nobody saw. */
function overHole(run: Run, before: Fix, fix: Fix, metres: number): void {
  const { state, context } = run;
  const { movingKph, farM, idleEndsTripS } = context.settings;
  const droveOn = metres >= farM && impliedKph(before, fix, metres) >= movingKph;
  const keptOn = state.ignition === true && fix.ignition === true && fix.time - before.time < idleEndsTripS * 1000;
  const stayed = state.rest !== null && between(state.rest, fix) < farM;
  if (state.trip && !stayed && !droveOn && !keptOn) {
    state.rest ??= restAt(before, state.ignition);
    endTrip(run, 'dataGap');
  }
  const { trip } = state;
  const rest = (state.rest ??= trip && metres >= farM ? null : restAt(before, state.ignition));
  if (rest && !keptOn) closeIdle(run, rest, rest.base.time);
  const left = rest === null || between(rest, fix) >= farM;
  if (!left && rest) {
    noteLeg(run, 'parkedNoise', before.time, fix.time, metres);
    standAt(rest, fix);
    settleIn(rest, fix);
    if (state.ignition === true) rest.idleSince ??= fix.time;
    return;
  }
  if (trip) {
    if (rest) {
      closeIdle(run, rest, rest.base.time);
      restToTrip(run, rest);
      state.rest = null;
    }
    addToTrip(run, trip, before.time, fix, metres, true);
  } else {
    beginOverHole(run, rest?.base ?? before, fix, metres, droveOn);
  }
  const halts = fix.speedKph < movingKph || state.ignition === false;
  state.rest = halts ? restAt(fix, state.ignition) : null;
}

function beginOverHole(run: Run, from: Fix, fix: Fix, metres: number, droveOn: boolean): void {
  const { stop } = run.state;
  const { stopS } = run.context.settings;
  const stood = !stop || stop.startReason === 'firstReport' || from.time - stop.start >= stopS * 1000;
  if (droveOn && stood) addToTrip(run, beginTrip(run, from, 'dataGap', null), from.time, fix, metres, true);
  else addToTrip(run, beginTrip(run, fix, 'dataGap', from), fix.time, fix, metres, true);
}

/** Faster than anything on wheels, and the next fix agrees: it is there now, but did not drive there. */
function jumped(run: Run, before: Fix, fix: Fix, metres: number): void {
  const { state, context } = run;
  noteLeg(run, 'jump', before.time, fix.time, metres);
  if (state.rest) moveRest(state.rest, fix);
  else if (fix.speedKph < context.settings.movingKph) state.rest = restAt(fix, state.ignition);
}

/** After a fix at which it stands: does the trip end, and up to when is the standing sure. */
function stillThere(run: Run, rest: Rest, hole: boolean): void {
  const { state, context } = run;
  const { stopS, idleEndsTripS } = context.settings;
  checkIdle(run, rest);
  const stoodMs = rest.base.time - rest.halt.time;
  if (state.trip) {
    const enoughS = state.ignition === null ? stopS : idleEndsTripS;
    if (state.ignition !== false && stoodMs >= enoughS * 1000) endTrip(run, hole ? 'dataGap' : 'movement');
  }
  if (state.trip) return;
  standUntil(run, rest.base.time);
  confirmStop(run, rest.base.time);
}
