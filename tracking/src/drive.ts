import { beginBend, settleBend } from './bend.ts';
import { forgetWay, hasTold } from './clock-fault.ts';
import { wayM } from './corner.ts';
import { dayAt } from './days.ts';
import { isCarried } from './engine.ts';
import type { Boundary } from './fact.ts';
import { trace } from './final-halt.ts';
import { between } from './geo.ts';
import { checkLeg, isCourseTrusted } from './health.ts';
import { isTooShort, overHole, stayed } from './hole.ts';
import { believedKph, newReportedSpeed } from './reported-speed.ts';
import {
  beyondNoiseM,
  checkIdle,
  closeIdle,
  isFrozen,
  isYoung,
  moveRest,
  restAt,
  restToTrip,
  settleIn,
  standAt,
} from './rest.ts';
import { metresOf, type Run } from './run.ts';
import { impliedKph, kphOver } from './speed.ts';
import { beginStop, confirmStop, endStop } from './stop.ts';
import type { Fix, Rest } from './track-state.ts';
import { addToTrip, beginTrip, cancelTrip, endTrip, noteLeg, toFinalHalt } from './trip.ts';
import { addSilence, standUntil } from './unseen.ts';

/** A way out that is longer than so many times the straight line is noise; then the straight line counts. */
const STRAY = 1.5;
/** So many slow fixes in a row away from the place, over a minute, and it stands somewhere else. */
const CREPT_FIXES = 3;
const CREPT_MS = 60_000;
/** And plainly further away than a noisy receiver strays: three errors in a row may lie to one side. */
const CREPT_SCATTERS = 3.5;

/** Fewer fixes than this, with days between them, are no history yet. */
const MANY_FIXES = 10;
const YOUNG_GAP_MS = 2 * 86_400_000;

/** So many times the speed of moving is believed within a trip, however near: a U-turn, a few metres to the next light. */
const SURELY = 3;

/** Takes in a fix that was accepted: standing, leaving, driving, halting. `jump`: the leg to it is no driving. */
export function drive(run: Run, fix: Fix, jump: boolean): void {
  const { state, context } = run;
  const before = state.fix;
  state.fix = fix;
  if (!before) {
    start(run, fix);
    return;
  }
  if (fix.time - before.time > YOUNG_GAP_MS && state.fixes < MANY_FIXES && !hasTold(state)) {
    // A history of a few fixes, days apart, may be that of a clock fault: nothing is told of the way between them.
    addSilence(run, before.time, fix.time);
    standUntil(run, fix.time);
    forgetWay(state);
    state.seenAt = fix.time;
    start(run, fix);
    return;
  }
  const metres = metresOf(run, before, fix);
  const heldSince = state.heldSince;
  if (metres > 0) state.heldSince = fix.time;
  state.fixes = Math.min(MANY_FIXES, state.fixes + 1);
  const gapS = (fix.time - before.time) / 1000;
  const hole = gapS > context.settings.holeS;
  if (!jump && !hole) judgeSpeed(run, before, fix, metres);
  else {
    const { wildKph } = context.settings;
    if (fix.speedKph > wildKph) fix.speedKph = jump ? 0 : Math.min(wildKph, impliedKph(before, fix, metres));
    state.speed = { ...newReportedSpeed(), kph: fix.speedKph };
  }
  if (!state.speedTold) fix.speedKph = jump ? 0 : kphOver(metres, heldSince, fix.time);
  if (jump) jumped(run, before, fix, metres, hole);
  else if (hole) overHole(run, before, fix, metres);
  else if (gapS >= context.settings.stopS && isSamePlace(run, before, fix)) {
    stayed(run, before, fix, metres, whyEnded(run, false));
  } else if (state.rest) atRest(run, state.rest, fix, metres);
  else rolling(run, before, fix, metres);
  if (state.rest) stillThere(run, state.rest, hole);
}

/** The first fix: it stands there, as far as is known. */
function start({ state, context }: Run, fix: Fix): void {
  state.fix = fix;
  if (fix.speedKph > context.settings.wildKph) fix.speedKph = 0;
  state.rest = restAt(fix, state.engine);
  state.speed = { ...newReportedSpeed(), kph: fix.speedKph, held: fix };
  beginStop(state, fix, fix.time, 'firstReport');
  state.heldSince = fix.time;
  state.fixes += 1;
}

/** Believes the speed that the device told, or not, and keeps account of it for the device's health. */
function judgeSpeed(run: Run, before: Fix, fix: Fix, metres: number): void {
  const { state, context } = run;
  if (!state.speedTold) return;
  const told = [state.speed.kph, fix.speedKph] as const;
  fix.speedKph = believedKph(state.speed, before, fix, metres, context.settings);
  if (state.speed.stale) {
    dayAt(state, context, fix.time).health.staleSpeedS += (fix.time - before.time) / 1000;
  } else if (!state.rest) checkLeg(run, before, fix, metres, told);
}

function isSamePlace({ state, context }: Run, before: Fix, fix: Fix): boolean {
  const { rest } = state;
  const { nearM } = context.settings;
  return rest ? between(rest, fix) < beyondNoiseM(rest, nearM) : between(before, fix) < nearM;
}

function rolling(run: Run, before: Fix, fix: Fix, metres: number): void {
  const { state, context } = run;
  if (!state.trip) return;
  // A receiver that held its last place: it drove through a tunnel.
  const held = impliedKph(before, fix, metres) > context.settings.wildKph;
  if (state.speed.stale) {
    // It stands since the fix before, which was the first to tell a speed and stay.
    state.rest = restAt(before, state.engine);
    atRest(run, state.rest, fix, metres);
    return;
  }
  settleBend(run, before, fix);
  const way = held ? metres : legM(run, before, fix, metres);
  addToTrip(run, state.trip, fix, { from: before.time, metres: way, bridged: held && 'held' });
  if (neverLeft(run, fix)) return;
  if (fix.speedKph < context.settings.movingKph) haltAt(run, fix);
}

/** A leg's metres: by the courses at its ends; where there are none, straight until the next leg tells how it bent. */
function legM(run: Run, from: Fix, to: Fix, straightM: number): number {
  if (isCourseTrusted(run)) return wayM(from, to, straightM);
  beginBend(run, from, to);
  return straightM;
}

/** Comes to a halt: no leg follows the newest one. */
function haltAt(run: Run, fix: Fix): void {
  settleBend(run, fix, null);
  run.state.bend = null;
  run.state.rest = restAt(fix, run.state.engine);
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

function atRest(run: Run, rest: Rest, fix: Fix, metres: number): void {
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
  const off = state.engine.on === false;
  if (off && !moves && away >= farM && state.speedTold) {
    movedUnseen(run, rest, fix);
  } else if (away >= farM || (!off && ((moves && away >= nearM) || surelyMoves || hops))) {
    leave(run, rest, fix);
  } else if (!moves && away < beyondNoiseM(rest, creepM, CREPT_SCATTERS)) {
    // It was seen moving since: this is another halt, as of one who rolls from a light to the kerb.
    const hop = inTrip && isYoung(rest) ? 0 : beyondNoiseM(rest, hopM);
    if (rest.moved && state.trip && !off && away >= hop) leave(run, rest, fix);
    else arrive(run, rest, fix);
  } else if (!moves) {
    rest.away += 1;
    if (state.trip) trace(rest, fix);
    if (rest.away < CREPT_FIXES || fix.time - rest.base.time < CREPT_MS) return;
    noteLeg(run, 'parkedNoise', rest.base.time, fix.time, rest.pathM);
    moveRest(rest, fix);
  }
}

/**
 * It stood with its engine off, and stands so elsewhere: a kilometre or more was driven or carried between two reports,
 * less is the receiver.
 */
function movedUnseen(run: Run, rest: Rest, fix: Fix): void {
  const { base } = rest;
  const metres = between(base, fix);
  if (metres >= run.context.settings.wakeM && fix.time - base.time >= run.context.settings.stopS * 1000) {
    endTrip(run, 'ignition');
    overHole(run, base, fix, metres);
    return;
  }
  noteLeg(run, 'ignitionOff', base.time, fix.time, rest.pathM);
  moveRest(rest, fix);
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
  const { engine } = state;
  // Not by its own engine: what it drove itself is over.
  if (state.trip?.kind === 'trip' && isCarried(engine, fix.time)) endTrip(run, 'ignition');
  const { base } = rest;
  const straight = between(base, fix);
  state.bend = null;
  const way = legM(run, base, fix, straight);
  const metres = rest.pathM <= STRAY * straight ? Math.max(rest.pathM, way) : way;
  if (state.trip) {
    // Held its last place: it did not stand, and nothing idled.
    const held = impliedKph(base, fix, straight) > context.settings.wildKph;
    if (held) rest.idleSince = null;
    closeIdle(run, rest, base.time);
    restToTrip(run, rest);
    const farthest = Math.max(metres, between(rest.halt, fix));
    addToTrip(run, state.trip, fix, { from: base.time, metres: farthest, bridged: held && 'held' });
    state.rest = null;
    if (neverLeft(run, fix)) return;
  } else {
    const reason = reasonToLeave(run, base);
    const tooShort = isTooShort(run, base);
    // Heard of nothing between halt and departure: it is not known when it moved, so the trip begins when it is seen.
    const trip = tooShort ? beginTrip(run, fix, reason, base) : beginTrip(run, base, reason, null);
    const held = impliedKph(base, fix, straight) > context.settings.wildKph;
    addToTrip(run, trip, fix, { from: tooShort ? fix.time : base.time, metres, bridged: held && 'held' });
  }
  if (fix.speedKph < context.settings.movingKph) haltAt(run, fix);
}

/** Why a trip begins here. */
function reasonToLeave({ state }: Run, base: Fix): Boundary {
  const since = state.stop?.start ?? 0;
  if (state.stop?.startReason === 'dataGap' && base.time === since) return 'dataGap';
  return state.engine.on === true && state.engine.since >= since ? 'ignition' : 'movement';
}

/** Faster than anything on wheels, and the next fix agrees: it is there now, but did not drive there. */
function jumped(run: Run, before: Fix, fix: Fix, metres: number, hole: boolean): void {
  const { state, context } = run;
  noteLeg(run, 'jump', before.time, fix.time, metres);
  const { rest } = state;
  if (hole) {
    // What was before is over, where it was; here something new begins.
    state.rest ??= restAt(before, state.engine);
    closeIdle(run, state.rest, state.rest.base.time);
    endTrip(run, 'dataGap');
    endStop(run, before.time);
    addSilence(run, before.time, fix.time);
    standUntil(run, fix.time);
    beginStop(state, fix, fix.time, 'dataGap');
    state.rest = restAt(fix, state.engine);
  } else if (rest) {
    if (state.trip) rest.haltedAt ??= { lat: rest.halt.lat, lon: rest.halt.lon };
    rest.halt = { ...rest.halt, lat: fix.lat, lon: fix.lon };
    rest.trace = [];
    moveRest(rest, fix);
  } else if (fix.speedKph < context.settings.movingKph) state.rest = restAt(fix, state.engine);
}

/** After a fix at which it stands: does the trip end, and up to when is the standing sure. */
function stillThere(run: Run, rest: Rest, hole: boolean): void {
  const { state } = run;
  checkIdle(run, rest);
  if (state.trip && stoodEnough(run, rest)) {
    toFinalHalt(run, state.trip, rest);
    if (stoodEnough(run, rest)) endTrip(run, whyEnded(run, hole));
  }
  if (state.trip) return;
  standUntil(run, rest.base.time);
  confirmStop(run, rest.base.time);
}

/** Three minutes with the engine off, or where nothing tells; five with it on. */
function stoodEnough({ state, context }: Run, rest: Rest): boolean {
  const { halt, base } = rest;
  const { stopS, idleEndsTripS } = context.settings;
  const { on, since } = state.engine;
  const stoodMs = base.time - halt.time;
  if (isFrozen(state, rest)) return false;
  if (stoodMs >= idleEndsTripS * 1000) return true;
  if (on === true) return false;
  return (on === false ? base.time - Math.max(since, halt.time) : stoodMs) >= stopS * 1000;
}

function whyEnded({ state }: Run, hole: boolean): Boundary {
  if (hole) return 'dataGap';
  return state.engine.on === false && state.trip?.kind === 'trip' ? 'ignition' : 'movement';
}
