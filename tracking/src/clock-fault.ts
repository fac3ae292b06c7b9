import { dayAt } from './days.ts';
import type { Run } from './run.ts';
import type { Fix } from './track-state.ts';

/**
 * Reports alone between two silences of a month are those of a receiver that lost its date (the GPS week rolls over, an
 * almanac is old): they stay stored and are counted, and nothing follows from them.
 */
const MONTH_MS = 30 * 86_400_000;
/** Fewer fixes than this before the first silence of a month were no history. */
const FEW = 10;

/** Whether a fix stands alone: a month after the one before and (`next` null: perhaps) a month before the next. */
export function isLone(run: Run, last: Fix, fix: Fix, next: Fix | null): boolean {
  if (fix.time - last.time <= MONTH_MS) return false;
  if (next === null) return true;
  if (next.time - fix.time <= MONTH_MS) return false;
  dayAt(run.state, run.context, fix.time).health.clockFaults += 1;
  return true;
}

/** After a month's silence: forgets the first few fixes of all, as long as nothing was told of them. */
export function forgetLoneFixes(run: Run): void {
  const { state, now, context } = run;
  if (state.fixes === 0 || state.fixes >= FEW) return;
  const last = state.suspect ?? state.fix;
  if (!last || now - last.time <= MONTH_MS) return;
  if (state.trip?.confirmedAt != null || state.visits.some(({ confirmedAt }) => confirmedAt !== null)) return;
  if (state.stop?.confirmedAt != null) return;
  dayAt(state, context, last.time).health.clockFaults += state.fixes + (state.suspect ? 1 : 0);
  Object.assign(state, { fix: null, suspect: null, rest: null, trip: null, stop: null, visits: [], overspeed: null });
  Object.assign(state, { fixes: 0, seenAt: null, silences: [], travelledM: 0 });
}
