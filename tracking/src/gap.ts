import { standElsewhere } from './elsewhere.ts';
import type { Boundary } from './fact.ts';
import { between } from './geo.ts';
import { HOLD_ON_S } from './engine.ts';
import { beginIdle, closeIdle } from './idle.ts';
import { restAt, restToTrip, addToRestMean, continueStanding } from './rest.ts';
import type { Run } from './run.ts';
import { impliedKph } from './speed.ts';
import type { Fix, Rest } from './motion-state.ts';
import { addToTrip, beginTrip, endTrip, noteLeg } from './trip.ts';
import { addSilence } from './unseen.ts';

/** Handles more than five minutes without a fix: a straight line, or an unknown pause. */
export function overGap(run: Run, before: Fix, fix: Fix, metres: number): void {
  const { state, context } = run;
  const { farM } = context.settings;
  if ((state.rest ? between(state.rest, fix) : metres) < farM) {
    standThroughGap(run, before, fix, metres);
    return;
  }
  const drove = droveThrough(run, before, fix, metres);
  if (state.trip && drove) {
    if (state.rest) {
      closeIdle(run, state.rest, state.rest.base.time);
      restToTrip(run, state.rest);
      state.rest = null;
    }
    addToTrip(run, state.trip, fix, { from: before.time, metres, bridged: 'unseen' });
  } else if (isNoTrip(run, before, fix, metres)) {
    standElsewhere(run, before, fix);
    noteLeg(run, 'longSilence', before.time, fix.time, metres);
    return;
  } else {
    const rest = (state.rest ??= restAt(before, state.engine));
    closeIdle(run, rest, rest.base.time);
    endTrip(run, 'dataGap');
    addSilence(run, before.time, fix.time);
    beginOverGap(run, state.rest?.base ?? before, fix, metres, drove);
  }
  if (state.trip && restsAt(run, fix)) state.rest = restAt(fix, state.engine);
}

/**
 * Ends a trip after so long without coordinates that the next fix would end it anyway. Otherwise a device without a
 * view of the sky would keep it, and its whole state, open for ever.
 */
export function endUnreported(run: Run): void {
  const { state, context, now } = run;
  const { trip, fix, suspect, suspects } = state;
  if (!trip || !fix || now - (suspect ?? suspects?.fixes.at(-1) ?? fix).time <= context.settings.holeInTripS * 1000)
    return;
  const rest = (state.rest ??= restAt(fix, state.engine));
  closeIdle(run, rest, rest.base.time);
  endTrip(run, 'dataGap');
}

/** True when the vehicle drove throughout a gap, and the gap is short enough to be sure of that. */
function droveThrough(run: Run, before: Fix, fix: Fix, metres: number): boolean {
  const { state, context } = run;
  const { holeDrivenKph, holeInTripS } = context.settings;
  if (fix.time - before.time > holeInTripS * 1000) return false;
  return (
    (state.trip !== null && stayedOn(before, fix, holeInTripS)) || impliedKph(before, fix, metres) >= holeDrivenKph
  );
}

/**
 * True when a gap is too long for its straight line to be one trip: a driver rests after four and a half hours at the
 * latest, so the time was spent in several trips and stops that cannot be distinguished.
 */
function isNoTrip({ context }: Run, before: Fix, fix: Fix, metres: number): boolean {
  const { gapTripS, gapTripMaxS, movingKph, wakeM } = context.settings;
  const seconds = (fix.time - before.time) / 1000;
  if (metres < wakeM || seconds <= gapTripS) return false;
  return seconds > gapTripMaxS || impliedKph(before, fix, metres) < movingKph;
}

/** True when the engine ran before and after, and too little time passed for it to have been off in between. */
function stayedOn(before: Fix, fix: Fix, longestS: number): boolean {
  return before.engine === true && fix.engine === true && fix.time - before.time <= longestS * 1000;
}

function restsAt({ state, context }: Run, fix: Fix): boolean {
  return fix.speedKph < context.settings.movingKph || (state.engine.on === false && state.trip?.kind !== 'tow');
}

/** Handles a silence after which the vehicle is at the same location: it stood there, and its trip is over. */
export function standThroughGap(run: Run, before: Fix, fix: Fix, metres: number, reason: Boundary = 'dataGap'): void {
  const { state } = run;
  const rest: Rest = (state.rest ??= restAt(before, state.engine));
  if (!stayedOn(before, fix, HOLD_ON_S)) closeIdle(run, rest, rest.base.time);
  if (metres > 0) noteLeg(run, 'parkedNoise', before.time, fix.time, metres);
  continueStanding(rest, fix);
  addToRestMean(rest, fix);
  endTrip(run, reason);
  if (state.engine.on === true && state.rest?.idleSince === null) beginIdle(state.rest, fix.time, state.engine.source);
}

/** Handles a gap after which the vehicle, which stood, is elsewhere. */
function beginOverGap(run: Run, from: Fix, fix: Fix, metres: number, droveOn: boolean): void {
  const { state, context } = run;
  const bridged = 'unseen';
  if (droveOn && !isTooShort(run, from)) {
    addToTrip(run, beginTrip(run, from, 'dataGap', null, 'trip'), fix, { from: from.time, metres, bridged });
  } else if (metres < context.settings.wakeM) {
    addToTrip(run, beginTrip(run, fix, 'dataGap', from, 'trip'), fix, { from: fix.time, metres, bridged });
  } else {
    // An unobserved trip of its own, so that the next trip contains only what was reported.
    addToTrip(run, beginTrip(run, from, 'dataGap', null, 'trip'), fix, { from: from.time, metres, bridged });
    state.rest = restAt(fix, state.engine);
    endTrip(run, 'dataGap');
  }
}

/** True when the ignition ended the last trip, but too little of the stop was received for it to end at a fix. */
export function isTooShort({ state, context }: Run, base: Fix): boolean {
  const { stop } = state;
  return stop?.startReason === 'ignition' && base.time - stop.start < context.settings.stopS * 1000;
}
