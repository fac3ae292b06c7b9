import { eachDay } from './days.ts';
import { type EngineState, HOLD_ON_S } from './engine.ts';
import type { EngineSource } from './fact.ts';
import type { Run } from './run.ts';
import { gapMsOf } from './seldom.ts';
import { ALONE_MS } from './voltage.ts';

/** A span in which the engine state is not yet known, epoch milliseconds. */
export interface HeldSpan {
  from: number;
  to: number;
  source: EngineSource;
}

/**
 * Counts the engine as unchanged since the previous report, unless the silence between was too long. Where the engine
 * state is unknown, trips count their own time (`mergePart`).
 */
export function countEngine(run: Run, before: number | null, was: Pick<EngineState, 'on' | 'source'>): void {
  const { state, context, now } = run;
  const { engine } = state;
  settleEngine(run);
  if (before === null) return;
  const { on, source } = was;
  const { unseenS: unknownS } = context.settings;
  const isGap = now - before > gapMsOf(run);
  const silentS = (now - before) / 1000;
  if (on === true) {
    if (silentS > HOLD_ON_S || (isGap && engine.on !== true)) return;
    if (isHeld(run)) hold(run, { from: before, to: now, source });
    else if (engine.on !== false) addEngine(run, before, now, source);
    else countRun(run, { from: before, to: now, source });
  } else if (on === false) {
    if (silentS <= unknownS) addKnown(run, before, now);
  } else run.isEngineUnknown = true;
}

/** True when a first voltage reading indicates that a running engine is off, and the second reading is awaited. */
function isHeld({ state, now }: Run): boolean {
  const { on, voltage } = state.engine;
  const { turnedAt } = voltage;
  // The first low reading itself ends the span before it.
  return on === true && turnedAt !== null && turnedAt < now && now - turnedAt < ALONE_MS;
}

/**
 * Holds a span back: a second low reading means that the engine was off since the first, so the time between is counted
 * only once that is known.
 */
function hold({ state }: Run, span: HeldSpan): void {
  const held = (state.heldEngine ??= []);
  const last = held.at(-1);
  if (last && last.to === span.from && last.source === span.source) last.to = span.to;
  else held.push(span);
}

/** Counts the held-back spans once the engine state is known. */
export function settleEngine(run: Run): void {
  const { state } = run;
  const held = state.heldEngine;
  if (!held || isHeld(run)) return;
  state.heldEngine = undefined;
  for (const span of held) countRun(run, span);
}

/** Counts a span in which the engine ran, up to the moment since when it is known to be off. */
function countRun(run: Run, { from, to, source }: HeldSpan): void {
  const { on, since } = run.state.engine;
  const offAt = on === false ? Math.max(from, Math.min(to, since)) : to;
  addEngine(run, from, offAt, source);
  addKnown(run, offAt, to);
}

function addEngine({ state, context }: Run, from: number, to: number, source: EngineSource): void {
  eachDay(state, context, from, to, (day, seconds) => {
    day.engineS += seconds;
    day.engineBy[source] = (day.engineBy[source] ?? 0) + seconds;
    if (source !== 'movement') day.engineKnownS += seconds;
  });
}

function addKnown({ state, context }: Run, from: number, to: number): void {
  eachDay(state, context, from, to, (day, seconds) => (day.engineKnownS += seconds));
}
