import { eachDay } from './days.ts';
import type { Run } from './run.ts';
import type { OpenStop } from './motion-state.ts';

/**
 * Records when the vehicle was last observed: by a report with coordinates, or by one without that shows the engine off
 * while it stands. A longer gap between two of these is unknown time: neither driving nor standing.
 */
export function markSeen(run: Run, hasFix: boolean): void {
  const { state, context, now } = run;
  const isOff = state.engine.on === false || state.engine.wire.on === false;
  if (!hasFix && !(state.rest && isOff)) return;
  if (state.seenAt !== null && now - state.seenAt > context.settings.unseenS * 1000) addSilence(run, state.seenAt, now);
  state.seenAt = now;
}

/** Beyond this number the two oldest are merged, as for a device that reports without coordinates for months. */
const MAX_SILENCES = 500;

/**
 * Stores an unknown span until it is clear whether the vehicle stood: `standUntil` then counts it as unknown instead of
 * standing. Unknown spans within a trip are counted by the trip itself and dropped here (`forgetSilences`).
 */
export function addSilence({ state }: Run, from: number, to: number): void {
  const { silences } = state;
  const last = silences.at(-1);
  const begin = last ? Math.max(from, last[1]) : from;
  if (begin >= to) return;
  if (last?.[1] === begin) last[1] = to;
  else silences.push([begin, to]);
  const [first, second] = silences;
  if (silences.length > MAX_SILENCES && first && second) silences.splice(0, 2, [first[0], second[1]]);
}

/** The most unknown spans stored with a stop: at one short observation every two hours, those of 40 days. */
const MAX_UNKNOWN = 500;

function addUnknown(stop: OpenStop, from: number, to: number): void {
  stop.unseenS += (to - from) / 1000;
  const last = stop.unseen?.at(-1);
  if (last?.[1] === from) last[1] = to;
  else stop.unseen?.push([from, to]);
  if (stop.unseen && stop.unseen.length > MAX_UNKNOWN) stop.unseen = null;
}

/** Counts standing up to a moment, and unknown spans separately. */
export function standUntil(run: Run, time: number): void {
  const { state, context } = run;
  if (time <= state.stoodUntil) return;
  let from = state.stoodUntil;
  for (const [begin, end] of state.silences) {
    const unknownFrom = Math.max(begin, from);
    const unknownTo = Math.min(end, time);
    if (unknownTo <= unknownFrom) continue;
    eachDay(state, context, from, unknownFrom, (day, seconds) => (day.stopS += seconds));
    eachDay(state, context, unknownFrom, unknownTo, (day, seconds) => (day.unseenS += seconds));
    if (state.stop) addUnknown(state.stop, unknownFrom, unknownTo);
    from = unknownTo;
  }
  eachDay(state, context, from, time, (day, seconds) => (day.stopS += seconds));
  state.stoodUntil = time;
  forgetSilences(run, time);
}

/** Drops unknown spans that end before a moment: they were counted, or lie in a trip. */
export function forgetSilences({ state }: Run, time: number): void {
  if (state.silences.length > 0) state.silences = state.silences.filter(([, to]) => to > time);
}
