import type { Fix } from './motion-state.ts';
import type { Run } from './run.ts';

/** A device reports seldom when its interval exceeds this share of a gap; reports can then be late by this factor. */
const SELDOM_PART = 0.5;
const LATE_TIMES = 1.1;
/** The interval is remembered for this many legs. */
const REMEMBERED = 3;

/**
 * Returns the time without a fix that counts as a gap, milliseconds. If a device reports every five minutes, a delay of
 * some seconds is not a gap; otherwise its whole drive would be unknown.
 */
export const gapMsOf = ({ state, context }: Run): number =>
  context.settings.holeS * 1000 * (state.seldom ? LATE_TIMES : 1);

/** Learns the reporting interval from a driven leg. */
export function learnInterval({ state, context }: Run, before: Fix, fix: Fix): void {
  if (!state.trip || state.rest) return;
  const part = (fix.time - before.time) / 1000 / context.settings.holeS;
  if (part > SELDOM_PART && part <= LATE_TIMES) state.seldom = REMEMBERED;
  else if (part <= SELDOM_PART && state.seldom) state.seldom -= 1;
}
