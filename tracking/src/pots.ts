import { dayAt } from './days.ts';
import type { Run } from './run.ts';

/**
 * How many facts may follow from reports. Without a bound, thousands of areas and hundreds of rules at one place would make
 * each report write half a million. What is made is taken from a pot, which fills with each report that is taken in, so
 * that the same reports give the same facts, whenever they come and however often they are made again.
 */
export interface Pots {
  /** Reports since the first fact that was taken from a pot. */
  reports: number;
  visits?: Pot;
  stays?: Pot;
  alarms?: Pot;
}

interface Pot {
  left: number;
  /** Up to which of the reports it is filled. */
  filled: number;
  /** Taken on the local day that ends then, epoch milliseconds. */
  today: number;
  dayEnd: number;
}

interface Measure {
  /** In a full pot: so many follow from one report at most. */
  most: number;
  /** Added by each report. */
  aReport: number;
  /** Of one local day. */
  aDay: number;
}

/**
 * No fleet meets these. A bus that stops each 30 s at a stop of its own, in four zones, has some 3,000 visits a day. A van in
 * a bazaar is near a thousand outlets at once. A vehicle with 50 rules, all of which hold each minute, has 72,000 events a
 * day, of which each counts with an alarm that is active already.
 */
export const MEASURES = {
  visits: { most: 200, aReport: 10, aDay: 5000 },
  stays: { most: 2000, aReport: 20, aDay: 20_000 },
  alarms: { most: 500, aReport: 5, aDay: 2000 },
} as const satisfies Record<string, Measure>;
type Kind = keyof typeof MEASURES;

/** A report is taken in. */
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

/** The same for something of today. */
function potOfToday(run: Run, kind: Kind): Pot {
  const pot = potOf(run, kind);
  if (run.now < pot.dayEnd) return pot;
  pot.dayEnd = dayAt(run.state, run.context, run.now).end;
  pot.today = 0;
  return pot;
}

/** Takes as many of the wanted ones as there are; what is missing is told of the day. */
export function take(run: Run, kind: 'visits' | 'stays', wanted: number): number {
  const pot = potOfToday(run, kind);
  const taken = Math.max(0, Math.min(wanted, pot.left, MEASURES[kind].aDay - pot.today));
  pot.left -= taken;
  pot.today += taken;
  if (taken < wanted) noteCrowd(run, 'areas');
  return taken;
}

/** Takes an alarm in any case: an empty pot owes it, so that no rule is silenced. */
export function takeAlarm(run: Run): void {
  const pot = potOfToday(run, 'alarms');
  pot.left -= 1;
  pot.today += 1;
}

/** Whether the pot of alarms is empty: then events open the last alarm of their rule again, whenever it was cleared. */
export function areAlarmsSpent(run: Run): boolean {
  if (!run.state.pots?.alarms) return false;
  const { left, today, dayEnd } = potOf(run, 'alarms');
  return left < 1 || (today >= MEASURES.alarms.aDay && run.now < dayEnd);
}

/** Counts the report among those of its day of which more would follow than is told. */
export function noteCrowd(run: Run, of: 'areas' | 'alarms'): void {
  const { health } = dayAt(run.state, run.context, run.now);
  const key = of === 'areas' ? 'crowdedAreas' : 'crowdedAlarms';
  const crowded = (run.crowded ??= {});
  if (crowded[key] === true) return;
  crowded[key] = true;
  health[key] = (health[key] ?? 0) + 1;
}
