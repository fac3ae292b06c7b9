import { between } from './geo.ts';
import { closeIdle, restAt, restToTrip, settleIn, standAt } from './rest.ts';
import type { Run } from './run.ts';
import { impliedKph } from './speed.ts';
import type { Fix } from './track-state.ts';
import { addToTrip, beginTrip, endTrip, noteLeg } from './trip.ts';

/** More than five minutes without a fix: a straight line, or a pause that nobody saw. */
export function overHole(run: Run, before: Fix, fix: Fix, metres: number): void {
  const { state, context } = run;
  const { movingKph, farM, idleEndsTripS, holeDrivenKph } = context.settings;
  const droveOn = metres >= farM && impliedKph(before, fix, metres) >= holeDrivenKph;
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
  if (!state.trip) return;
  const halts = fix.speedKph < movingKph || state.ignition === false;
  state.rest = halts ? restAt(fix, state.ignition) : null;
}

/** It stood, and is elsewhere after the hole. */
function beginOverHole(run: Run, from: Fix, fix: Fix, metres: number, droveOn: boolean): void {
  const { state, context } = run;
  if (droveOn && !isTooShort(run, from)) {
    addToTrip(run, beginTrip(run, from, 'dataGap', null), from.time, fix, metres, true);
  } else if (metres < context.settings.wakeM) {
    addToTrip(run, beginTrip(run, fix, 'dataGap', from), fix.time, fix, metres, true);
  } else {
    // A trip that nobody saw: told as one of its own, so that the figures of the next are what was seen.
    addToTrip(run, beginTrip(run, from, 'dataGap', null), from.time, fix, metres, true);
    state.rest = restAt(fix, state.ignition);
    endTrip(run, 'dataGap');
  }
}

/** Whether ignition ended the last trip and yet too little of the stop was heard for it to end at a fix. */
export function isTooShort({ state, context }: Run, base: Fix): boolean {
  const { stop } = state;
  return stop?.startReason === 'ignition' && base.time - stop.start < context.settings.stopS * 1000;
}
