import type { Fix } from './motion-state.ts';
import type { Run } from './run.ts';

/** A device that reports as seldom as this part of what is a hole, and is late by so much at times. */
const SELDOM_PART = 0.5;
const LATE_TIMES = 1.1;
/** What a device did is known for so many legs. */
const REMEMBERED = 3;

/**
 * For longer than this without a fix is a hole, milliseconds. Where a device reports each five minutes, one that is some
 * seconds late tells of no hole, or all its way would be unseen.
 */
export const holeMsOf = ({ state, context }: Run): number =>
  context.settings.holeS * 1000 * (state.seldom ? LATE_TIMES : 1);

/** Learns from a leg that was driven how seldom the device reports. */
export function learnInterval({ state, context }: Run, before: Fix, fix: Fix): void {
  if (!state.trip || state.rest) return;
  const part = (fix.time - before.time) / 1000 / context.settings.holeS;
  if (part > SELDOM_PART && part <= LATE_TIMES) state.seldom = REMEMBERED;
  else if (part <= SELDOM_PART && state.seldom) state.seldom -= 1;
}
