/** The days of a plan, in ISO 8601. */
export interface PlanDays {
  validFrom: string;
  /** Null: until further notice. */
  validTo: string | null;
  /** 1 Monday to 7 Sunday. */
  weekdays: readonly number[];
  /** The interval in weeks, counted from the week (Monday to Sunday) of the first day. */
  everyWeeks: number;
}

const DAY_MS = 86_400_000;
const numberOf = (day: string): number => Date.parse(`${day}T00:00:00Z`) / DAY_MS;
const dayOf = (number: number): string => new Date(number * DAY_MS).toISOString().slice(0, 10);

/** 1970-01-01 was a Thursday. */
const weekdayOf = (number: number): number => ((number + 3) % 7) + 1;
const weekOf = (number: number): number => Math.floor((number + 3) / 7);

/** The weekday of a day since 1970: 1 for Monday to 7 for Sunday. */
export const isoWeekday = (day: string): number => weekdayOf(numberOf(day));

/** The day this number of days later, or earlier if negative. */
export const addDays = (day: string, days: number): string => dayOf(numberOf(day) + days);

/** True if a plan has a run on a day. */
export function runsOn(plan: PlanDays, day: string): boolean {
  if (day < plan.validFrom || (plan.validTo !== null && day > plan.validTo)) return false;
  const number = numberOf(day);
  if (!plan.weekdays.includes(weekdayOf(number))) return false;
  return (weekOf(number) - weekOf(numberOf(plan.validFrom))) % plan.everyWeeks === 0;
}

/** The days of runs from one day to another, both inclusive. */
export function runDays(plan: PlanDays, from: string, to: string): string[] {
  const first = numberOf(from > plan.validFrom ? from : plan.validFrom);
  const last = numberOf(plan.validTo !== null && plan.validTo < to ? plan.validTo : to);
  const days: string[] = [];
  for (let number = first; number <= last; number += 1) {
    const day = dayOf(number);
    if (runsOn(plan, day)) days.push(day);
  }
  return days;
}

/** Two intervals of at most eight weeks coincide again within 56 weeks. */
const RHYTHM_DAYS = 56 * 7;

/**
 * The first day on which `a` runs and `b` runs `later` days later; null if there is none.
 * @param later 1 or -1 for runs that extend across midnight
 */
export function sharedDay(a: PlanDays, b: PlanDays, later = 0): string | null {
  const from = a.validFrom > b.validFrom ? a.validFrom : b.validFrom;
  const days = runDays(a, addDays(from, -1), addDays(from, RHYTHM_DAYS));
  return days.find((day) => runsOn(b, addDays(day, later))) ?? null;
}
