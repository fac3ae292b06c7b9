import { dayAt } from './days.ts';
import type { Run } from './run.ts';
import type { Fix } from './motion-state.ts';
import { newState, type TrackState } from './track-state.ts';

/**
 * An isolated report between two silences of a month comes from a receiver that lost its date (GPS week rollover, an
 * old almanac). Such reports are stored and counted, but create no facts.
 */
const MONTH_MS = 30 * 86_400_000;
/** Fewer fixes than this before the first month-long silence are not enough history to keep. */
const FEW = 10;

/** True when a fix comes after a month of silence. */
export const isAfterMonth = (last: Fix, fix: Fix): boolean => fix.time - last.time > MONTH_MS;

/** Counts a fix that is isolated between two silences of a month. */
export function countLone({ state, context }: Run, fix: Fix): void {
  dayAt(state, context, fix.time).health.clockFaults += 1;
}

/** True when a fact was recorded that would have to be withdrawn. */
export function hasOpenFact({ trip, stop, visits, stays: dwells, overspeed, rest }: TrackState): boolean {
  const idles = [rest, trip?.origin ?? null].some(
    (each) => each !== null && (each.idleConfirmedAt !== null || each.idles.length > 0),
  );
  if (trip?.confirmedAt != null || stop?.confirmedAt != null || overspeed !== null || idles) return true;
  if (dwells?.some(({ toldAt }) => toldAt !== null)) return true;
  return (stop?.idleS ?? 0) > 0 || visits.some(({ confirmedAt }) => confirmedAt !== null);
}

/** Drops all movements, as if nothing had been received; only for a state without recorded facts. */
export function forgetWay(state: TrackState): void {
  const { fix, suspect, rest, trip, stop, visits, seenAt, silences, travelledM, bend, speed } = newState();
  Object.assign(state, { fix, suspect, rest, trip, stop, visits, seenAt, silences, travelledM, bend, speed });
  state.stays = undefined;
  state.suspects = undefined;
}

/** After a month of silence: drops the first few fixes, unless facts were recorded from them. */
export function forgetLoneFixes({ state, now, context }: Run): void {
  if (state.fixes === 0 || state.fixes >= FEW) return;
  const last = state.suspect ?? state.fix;
  if (!last || now - last.time <= MONTH_MS || hasOpenFact(state)) return;
  dayAt(state, context, last.time).health.clockFaults += state.fixes + (state.suspect ? 1 : 0);
  forgetWay(state);
  state.fixes = 0;
}
