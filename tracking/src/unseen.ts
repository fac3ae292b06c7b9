import { eachDay } from './days.ts';
import type { Run } from './run.ts';

/**
 * A report that says where the vehicle is, or that its engine is off while it stands, is a sighting. What lies between
 * two of them that are far apart was not seen: neither driving nor standing.
 */
export function markSeen(run: Run, hasFix: boolean): void {
  const { state, context, now } = run;
  const isOff = state.engine.on === false || state.engine.wire.on === false;
  if (!hasFix && !(state.rest && isOff)) return;
  if (state.seenAt !== null && now - state.seenAt > context.settings.unseenS * 1000) addSilence(run, state.seenAt, now);
  state.seenAt = now;
}

/** A time of which nothing is known. Those of a trip are the trip's own; this is for what turns out to be standing. */
export function addSilence({ state }: Run, from: number, to: number): void {
  const last = state.silences.at(-1);
  const begin = last ? Math.max(from, last[1]) : from;
  if (begin < to) state.silences.push([begin, to]);
}

/** Standing up to here is sure, save for what was not seen. */
export function standUntil(run: Run, time: number): void {
  const { state, context } = run;
  if (time <= state.stoodUntil) return;
  let from = state.stoodUntil;
  for (const [begin, end] of state.silences) {
    const unseenFrom = Math.max(begin, from);
    const unseenTo = Math.min(end, time);
    if (unseenTo <= unseenFrom) continue;
    eachDay(state, context, from, unseenFrom, (day, seconds) => (day.stopS += seconds));
    eachDay(state, context, unseenFrom, unseenTo, (day, seconds) => (day.unseenS += seconds));
    if (state.stop) state.stop.unseenS += (unseenTo - unseenFrom) / 1000;
    from = unseenTo;
  }
  eachDay(state, context, from, time, (day, seconds) => (day.stopS += seconds));
  state.stoodUntil = time;
  forgetSilences(run, time);
}

/** Forgets those that are passed: they were counted, or lie in a trip. */
export function forgetSilences({ state }: Run, time: number): void {
  if (state.silences.length > 0) state.silences = state.silences.filter(([, to]) => to > time);
}
