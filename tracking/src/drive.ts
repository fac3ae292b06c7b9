import { wayM } from './corner.ts';
import type { Boundary } from './fact.ts';
import { between } from './geo.ts';
import { trace } from './final-halt.ts';
import { isTooShort, overHole } from './hole.ts';
import {
  beyondNoiseM,
  checkIdle,
  closeIdle,
  isYoung,
  restToTrip,
  moveRest,
  restAt,
  settleIn,
  standAt,
} from './rest.ts';
import type { Run } from './run.ts';
import { confirmStop } from './stop.ts';
import { impliedKph, kphOver } from './speed.ts';
import type { Fix, Rest } from './track-state.ts';
import { addToTrip, beginTrip, cancelTrip, endTrip, noteLeg, standUntil, toFinalHalt } from './trip.ts';

/** A way out that is longer than so many times the straight line is noise; then the straight line counts. */
const STRAY = 1.5;
/** So many slow fixes in a row away from the place, over a minute, and it stands somewhere else. */
const CREPT_FIXES = 3;
const CREPT_MS = 60_000;
/** And plainly further away than a noisy receiver strays: three errors in a row may lie to one side. */
const CREPT_SCATTERS = 3.5;

/** So many times the speed of moving is believed within a trip, however near: a U-turn, a few metres to the next light. */
const SURELY = 3;

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
    state.heldSince = time;
    return;
  }
  const metres = between(before, fix);
  const heldSince = state.heldSince;
  if (metres > 0) state.heldSince = fix.time;
  const hole = fix.time - before.time > context.settings.holeS * 1000;
  if (!state.speedTold) fix.speedKph = jump ? 0 : kphOver(metres, heldSince, fix.time);
  if (jump) jumped(run, before, fix, metres);
  else if (hole) overHole(run, before, fix, metres);
  else if (state.rest) atRest(run, state.rest, before, fix, metres);
  else rolling(run, before, fix, metres);
  if (state.rest) stillThere(run, state.rest, hole);
}

function rolling(run: Run, before: Fix, fix: Fix, metres: number): void {
  const { state, context } = run;
  if (!state.trip) return;
  // A receiver that held its last place: it drove through a tunnel.
  const held = impliedKph(before, fix, metres) > context.settings.wildKph;
  const way = state.courseTold && !held ? wayM(before, fix, metres) : metres;
  addToTrip(run, state.trip, before.time, fix, way, held);
  if (neverLeft(run, fix)) return;
  if (fix.speedKph < context.settings.movingKph) state.rest = restAt(fix, state.ignition);
}

/** Back where it stood before it got anywhere: what looked like a departure was none. */
function neverLeft(run: Run, fix: Fix): boolean {
  const { state, context } = run;
  const { trip } = state;
  if (!trip?.origin || trip.confirmedAt !== null || trip.reachM >= context.settings.farM) return false;
  if (between(trip.origin, fix) >= beyondNoiseM(trip.origin, context.settings.nearM)) return false;
  cancelTrip(run, trip);
  if (state.rest) arrive(run, state.rest, fix);
  return true;
}

function atRest(run: Run, rest: Rest, before: Fix, fix: Fix, metres: number): void {
  const { state, context } = run;
  const { movingKph, farM, creepM, hopM } = context.settings;
  const nearM = beyondNoiseM(rest, context.settings.nearM);
  const away = between(rest, fix);
  const moves = fix.speedKph >= movingKph;
  rest.pathM += metres;
  rest.moved ||= moves && state.speedTold;
  const inTrip = state.trip?.confirmedAt != null;
  const surelyMoves = inTrip && state.speedTold && fix.speedKph >= SURELY * movingKph;
  // From one light to the next; a receiver that errs so much is known by its scatter later.
  const hops = inTrip && isYoung(rest) && away >= creepM;
  if (state.ignition !== false && (away >= farM || (moves && away >= nearM) || surelyMoves || hops)) {
    leave(run, rest, fix);
  } else if (state.ignition === false && !state.trip && away >= farM) {
    noteLeg(run, 'ignitionOff', before.time, fix.time, rest.pathM);
    moveRest(rest, fix);
  } else if (!moves && away < beyondNoiseM(rest, creepM, CREPT_SCATTERS)) {
    // It was seen moving since: this is another halt, as of one who rolls from a light to the kerb.
    const hop = inTrip && isYoung(rest) ? 0 : beyondNoiseM(rest, hopM);
    if (rest.moved && state.trip && state.ignition !== false && away >= hop) leave(run, rest, fix);
    else arrive(run, rest, fix);
  } else if (!moves) {
    rest.away += 1;
    if (state.trip) trace(rest, fix);
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
  if (run.state.trip) trace(rest, fix);
}

/** It really moved: since the last fix at which it surely stood. */
function leave(run: Run, rest: Rest, fix: Fix): void {
  const { state, context } = run;
  const { base } = rest;
  const straight = between(base, fix);
  const way = state.courseTold ? wayM(base, fix, straight) : straight;
  const metres = rest.pathM <= STRAY * straight ? Math.max(rest.pathM, way) : way;
  if (state.trip) {
    closeIdle(run, rest, base.time);
    restToTrip(run, rest);
    // Held its last place: it did not stand.
    const held = impliedKph(base, fix, straight) > context.settings.wildKph;
    addToTrip(run, state.trip, base.time, fix, Math.max(metres, between(rest.halt, fix)), held);
    state.rest = null;
    if (neverLeft(run, fix)) return;
  } else {
    const reason = reasonToLeave(run, base);
    const tooShort = isTooShort(run, base);
    // Heard of nothing between halt and departure: it is not known when it moved, so the trip begins when it is seen.
    const trip = tooShort ? beginTrip(run, fix, reason, base) : beginTrip(run, base, reason, null);
    addToTrip(run, trip, tooShort ? fix.time : base.time, fix, metres, false);
  }
  if (fix.speedKph < context.settings.movingKph) state.rest = restAt(fix, state.ignition);
}

/** Why a trip begins here. */
function reasonToLeave({ state }: Run, base: Fix): Boundary {
  const since = state.stop?.start ?? 0;
  if (state.stop?.startReason === 'dataGap' && base.time === since) return 'dataGap';
  return state.ignition !== null && state.ignitionSince >= since ? 'ignition' : 'movement';
}

/** Faster than anything on wheels, and the next fix agrees: it is there now, but did not drive there. */
function jumped(run: Run, before: Fix, fix: Fix, metres: number): void {
  const { state, context } = run;
  noteLeg(run, 'jump', before.time, fix.time, metres);
  if (state.rest) {
    state.rest.halt = { ...state.rest.halt, lat: fix.lat, lon: fix.lon };
    moveRest(state.rest, fix);
  } else if (fix.speedKph < context.settings.movingKph) state.rest = restAt(fix, state.ignition);
}

/** After a fix at which it stands: does the trip end, and up to when is the standing sure. */
function stillThere(run: Run, rest: Rest, hole: boolean): void {
  const { state, context } = run;
  const { stopS, idleEndsTripS } = context.settings;
  checkIdle(run, rest);
  if (state.trip && state.ignition !== false) {
    const enoughMs = (state.ignition === null ? stopS : idleEndsTripS) * 1000;
    if (rest.base.time - rest.halt.time >= enoughMs) toFinalHalt(run, state.trip, rest);
    if (rest.base.time - rest.halt.time >= enoughMs) endTrip(run, hole ? 'dataGap' : 'movement');
  }
  if (state.trip) return;
  standUntil(run, rest.base.time);
  confirmStop(run, rest.base.time);
}
