import { dayAt } from './days.ts';
import type { Run } from './run.ts';

/**
 * Token buckets that limit how many facts reports can create. Without a limit, thousands of areas and hundreds of rules
 * at one location would make each report write half a million. Each fact takes a token, and each processed report adds
 * some. The same reports therefore give the same facts, whenever they arrive and however often they are recomputed.
 */
export interface FactBuckets {
  /** Reports since a token was first taken. */
  reports: number;
  visits?: Pot;
  stays?: Pot;
  alarms?: Pot;
}

interface Pot {
  left: number;
  /** The number of reports for which it is refilled. */
  filled: number;
  /** Tokens taken on the local day that ends at `dayEnd`, epoch milliseconds. */
  today: number;
  dayEnd: number;
}

interface Measure {
  /** Capacity of a bucket: the most facts that one report can create. */
  most: number;
  /** Tokens added by each report. */
  aReport: number;
  /** The limit for one local day. */
  aDay: number;
}

/**
 * No real fleet reaches these limits. A bus that stops every 30 s at a stop of its own, in four zones, has some 3,000
 * visits a day. A van in a bazaar is near a thousand outlets simultaneously. A vehicle with 50 rules, all of which hold
 * each minute, has 72,000 events a day, each of which counts towards an alarm that is already active.
 */
export const MEASURES = {
  visits: { most: 200, aReport: 10, aDay: 5000 },
  stays: { most: 2000, aReport: 20, aDay: 20_000 },
  alarms: { most: 500, aReport: 5, aDay: 2000 },
} as const satisfies Record<string, Measure>;
type Kind = keyof typeof MEASURES;

/** Counts a processed report. */
export function fillPots({ pots }: Run['state']): void {
  if (pots) pots.reports += 1;
}

function potOf({ state }: Run, kind: Kind): Pot {
  const { most, aReport } = MEASURES[kind];
  const pots = (state.pots ??= { reports: 0 });
  const pot = (pots[kind] ??= { left: most, filled: pots.reports, today: 0, dayEnd: 0 });
  pot.left = Math.min(most, pot.left + (pots.reports - pot.filled) * aReport);
  pot.filled = pots.reports;
  return pot;
}

/** Returns the bucket with its daily count reset if a new day began. */
function potOfToday(run: Run, kind: Kind): Pot {
  const pot = potOf(run, kind);
  if (run.now < pot.dayEnd) return pot;
  pot.dayEnd = dayAt(run.state, run.context, run.now).end;
  pot.today = 0;
  return pot;
}

/** Takes as many of the wanted tokens as are left; a shortage is recorded in the day's health. */
export function take(run: Run, kind: 'visits' | 'stays', wanted: number): number {
  const pot = potOfToday(run, kind);
  const taken = Math.max(0, Math.min(wanted, pot.left, MEASURES[kind].aDay - pot.today));
  pot.left -= taken;
  pot.today += taken;
  if (taken < wanted) noteCrowd(run, 'areas');
  return taken;
}

/** Takes a token for an alarm in any case; the bucket can go negative, so that no rule is silenced. */
export function takeAlarm(run: Run): void {
  const pot = potOfToday(run, 'alarms');
  pot.left -= 1;
  pot.today += 1;
}

/**
 * True when the bucket of alarms is empty: then events reopen the last alarm of their rule, whenever it was cleared.
 */
export function areAlarmsSpent(run: Run): boolean {
  if (!run.state.pots?.alarms) return false;
  const { left, today, dayEnd } = potOf(run, 'alarms');
  return left < 1 || (today >= MEASURES.alarms.aDay && run.now < dayEnd);
}

/** Counts the report among those of its day that would create more facts than are recorded. */
export function noteCrowd(run: Run, of: 'areas' | 'alarms'): void {
  const { health } = dayAt(run.state, run.context, run.now);
  const key = of === 'areas' ? 'crowdedAreas' : 'crowdedAlarms';
  const crowded = (run.crowded ??= {});
  if (crowded[key] === true) return;
  crowded[key] = true;
  health[key] = (health[key] ?? 0) + 1;
}
