import type { Boundary } from './fact.ts';
import { between } from './geo.ts';
import { KEPT_ON_S } from './engine.ts';
import { beginIdle, closeIdle } from './idle.ts';
import { restAt, restToTrip, settleIn, standAt } from './rest.ts';
import type { Run } from './run.ts';
import { impliedKph } from './speed.ts';
import type { Fix, Rest } from './track-state.ts';
import { addToTrip, beginTrip, endTrip, noteLeg } from './trip.ts';
import { addSilence } from './unseen.ts';

/** More than five minutes without a fix: a straight line, or a pause that nobody saw. */
export function overHole(run: Run, before: Fix, fix: Fix, metres: number): void {
  const { state, context } = run;
  const { farM } = context.settings;
  if ((state.rest ? between(state.rest, fix) : metres) < farM) {
    stayed(run, before, fix, metres);
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
  } else {
    const rest = (state.rest ??= restAt(before, state.engine));
    closeIdle(run, rest, rest.base.time);
    endTrip(run, 'dataGap');
    addSilence(run, before.time, fix.time);
    beginOverHole(run, state.rest?.base ?? before, fix, metres, drove);
  }
  if (state.trip && restsAt(run, fix)) state.rest = restAt(fix, state.engine);
}

/**
 * Ends a trip of which only reports without a place came for so long that the next fix would end it anyway: a device
 * without a view of the sky must not keep it, and all that it remembers, open for ever.
 */
export function endUnheard(run: Run): void {
  const { state, context, now } = run;
  const { trip, fix, suspect } = state;
  if (!trip || !fix || now - (suspect ?? fix).time <= context.settings.holeInTripS * 1000) return;
  const rest = (state.rest ??= restAt(fix, state.engine));
  closeIdle(run, rest, rest.base.time);
  endTrip(run, 'dataGap');
}

/** Whether it was on its way all through a hole, and not for so long that nobody can say so. */
function droveThrough(run: Run, before: Fix, fix: Fix, metres: number): boolean {
  const { state, context } = run;
  const { holeDrivenKph, holeInTripS } = context.settings;
  if (fix.time - before.time > holeInTripS * 1000) return false;
  return (state.trip !== null && keptOn(before, fix, holeInTripS)) || impliedKph(before, fix, metres) >= holeDrivenKph;
}

/** The engine ran before and after, and not so much later that it may have been off in between. */
function keptOn(before: Fix, fix: Fix, longestS: number): boolean {
  return before.engine === true && fix.engine === true && fix.time - before.time <= longestS * 1000;
}

function restsAt({ state, context }: Run, fix: Fix): boolean {
  return fix.speedKph < context.settings.movingKph || (state.engine.on === false && state.trip?.kind !== 'tow');
}

/** Nothing was heard for a while, and it is at the same place: it stood there, and its trip is over. */
export function stayed(run: Run, before: Fix, fix: Fix, metres: number, reason: Boundary = 'dataGap'): void {
  const { state } = run;
  const rest: Rest = (state.rest ??= restAt(before, state.engine));
  if (!keptOn(before, fix, KEPT_ON_S)) closeIdle(run, rest, rest.base.time);
  if (metres > 0) noteLeg(run, 'parkedNoise', before.time, fix.time, metres);
  standAt(rest, fix);
  settleIn(rest, fix);
  endTrip(run, reason);
  if (state.engine.on === true && state.rest?.idleSince === null) beginIdle(state.rest, fix.time, state.engine.source);
}

/** It stood, and is elsewhere after the hole. */
function beginOverHole(run: Run, from: Fix, fix: Fix, metres: number, droveOn: boolean): void {
  const { state, context } = run;
  const bridged = 'unseen';
  if (droveOn && !isTooShort(run, from)) {
    addToTrip(run, beginTrip(run, from, 'dataGap', null, 'trip'), fix, { from: from.time, metres, bridged });
  } else if (metres < context.settings.wakeM) {
    addToTrip(run, beginTrip(run, fix, 'dataGap', from, 'trip'), fix, { from: fix.time, metres, bridged });
  } else {
    // A trip that nobody saw: told as one of its own, so that the figures of the next are what was seen.
    addToTrip(run, beginTrip(run, from, 'dataGap', null, 'trip'), fix, { from: from.time, metres, bridged });
    state.rest = restAt(fix, state.engine);
    endTrip(run, 'dataGap');
  }
}

/** Whether ignition ended the last trip and yet too little of the stop was heard for it to end at a fix. */
export function isTooShort({ state, context }: Run, base: Fix): boolean {
  const { stop } = state;
  return stop?.startReason === 'ignition' && base.time - stop.start < context.settings.stopS * 1000;
}
