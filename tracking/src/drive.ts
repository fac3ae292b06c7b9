import { legM, settleBend } from './bend.ts';
import { forgetWay, hasOpenFact } from './clock-fault.ts';
import { learnSpeeds } from './credible.ts';
import { dayAt } from './days.ts';
import { hasNotDeparted } from './departure.ts';
import { standElsewhere } from './elsewhere.ts';
import { between } from './geo.ts';
import { haltAt, continueHalt, whyEnded } from './halt.ts';
import { checkLeg } from './health.ts';
import { overGap, standThroughGap } from './gap.ts';
import type { Fix } from './motion-state.ts';
import { believedKph, newReportedSpeed } from './reported-speed.ts';
import { beyondNoiseM, moveRest, restAt } from './rest.ts';
import { metresOf, type Run } from './run.ts';
import { gapMsOf, learnInterval } from './seldom.ts';
import { impliedKph, kphOver } from './speed.ts';
import { atRest } from './standing.ts';
import { beginStop } from './stop.ts';
import { addToTrip, noteLeg } from './trip.ts';
import { addSilence, standUntil } from './unseen.ts';

/** Fewer fixes than this, with days between them, are not yet a history. */
const MANY_FIXES = 10;
const YOUNG_GAP_MS = 2 * 86_400_000;

/** Processes an accepted fix: standing, leaving, driving, halting. `jump`: the leg to it does not count as driving. */
export function drive(run: Run, fix: Fix, jump: boolean): void {
  const { state, context } = run;
  const before = state.fix;
  state.fix = fix;
  if (!before) {
    start(run, fix);
    return;
  }
  if (fix.time - before.time > YOUNG_GAP_MS && state.fixes < MANY_FIXES && !hasOpenFact(state)) {
    // A few fixes that are days apart may come from a clock fault: the path between them is not recorded.
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
  const isGap = fix.time - before.time > gapMsOf(run);
  learnInterval(run, before, fix);
  if (!jump && !isGap) learnSpeeds(run, before, fix, metres);
  if (!jump && !isGap) judgeSpeed(run, before, fix, metres);
  else {
    const { wildKph } = context.settings;
    if (fix.speedKph > wildKph) fix.speedKph = jump ? 0 : Math.min(wildKph, impliedKph(before, fix, metres));
    state.speed = { ...newReportedSpeed(), kph: fix.speedKph };
  }
  if (!state.speedTold) fix.speedKph = jump ? 0 : kphOver(metres, heldSince, fix.time);
  if (jump) jumped(run, before, fix, metres, isGap);
  else if (isGap) overGap(run, before, fix, metres);
  else if (gapS >= context.settings.stopS && isSamePlace(run, before, fix)) {
    standThroughGap(run, before, fix, metres, whyEnded(run, false));
  } else if (state.rest) atRest(run, state.rest, fix, metres);
  else rolling(run, before, fix, metres);
  if (state.rest) continueHalt(run, state.rest, isGap);
}

/** The first fix: the vehicle is assumed to stand there. */
function start({ state, context }: Run, fix: Fix): void {
  state.fix = fix;
  if (fix.speedKph > context.settings.wildKph) fix.speedKph = 0;
  state.rest = restAt(fix, state.engine);
  state.speed = { ...newReportedSpeed(), kph: fix.speedKph, held: fix };
  beginStop(state, fix, fix.time, 'firstReport');
  state.heldSince = fix.time;
  state.fixes += 1;
}

/** Decides whether to trust the reported speed, and records the result for the device's health. */
function judgeSpeed(run: Run, before: Fix, fix: Fix, metres: number): void {
  const { state, context } = run;
  if (!state.speedTold) return;
  const written = [state.speed.kph, fix.speedKph] as const;
  fix.speedKph = believedKph(state.speed, before, fix, metres, context.settings);
  if (state.speed.stale) {
    dayAt(state, context, fix.time).health.staleSpeedS += (fix.time - before.time) / 1000;
  } else if (!state.rest) checkLeg(run, before, fix, metres, written);
}

function isSamePlace({ state, context }: Run, before: Fix, fix: Fix): boolean {
  const { rest } = state;
  const { nearM } = context.settings;
  return rest ? between(rest, fix) < beyondNoiseM(rest, nearM) : between(before, fix) < nearM;
}

function rolling(run: Run, before: Fix, fix: Fix, metres: number): void {
  const { state, context } = run;
  if (!state.trip) return;
  // The receiver repeated its last coordinates, as in a tunnel: the vehicle drove.
  const held = impliedKph(before, fix, metres) > context.settings.wildKph;
  if (state.speed.stale) {
    // The vehicle has been standing since the previous fix, the first one with a speed but no movement.
    state.rest = restAt(before, state.engine);
    atRest(run, state.rest, fix, metres);
    return;
  }
  settleBend(run, before, fix);
  const way = held ? metres : legM(run, before, fix, metres);
  addToTrip(run, state.trip, fix, { from: before.time, metres: way, bridged: held && 'held' });
  if (hasNotDeparted(run, fix)) return;
  if (fix.speedKph < context.settings.movingKph) haltAt(run, fix);
}

/**
 * Handles a leg too fast for any road vehicle that the next fix confirms: the vehicle is there now, but did not drive
 * there.
 */
function jumped(run: Run, before: Fix, fix: Fix, metres: number, gap: boolean): void {
  const { state, context } = run;
  noteLeg(run, 'jump', before.time, fix.time, metres);
  const { rest } = state;
  if (gap) {
    standElsewhere(run, before, fix);
  } else if (rest) {
    if (state.trip) rest.haltedAt ??= { lat: rest.halt.lat, lon: rest.halt.lon };
    rest.halt = { ...rest.halt, lat: fix.lat, lon: fix.lon };
    rest.trace = [];
    moveRest(rest, fix);
  } else if (fix.speedKph < context.settings.movingKph) state.rest = restAt(fix, state.engine);
}
