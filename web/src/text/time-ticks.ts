import { addDays, dayOf, spanOfDay } from './local-day.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** The steps between marks, from minutes to hours; longer ranges have daily marks. */
const STEPS = [1, 2, 5, 10, 15, 30, 60, 120, 180, 360, 720].map((minutes) => minutes * MINUTE_MS);
const DAY_STEPS = [1, 2, 7, 14];

/**
 * The marks of a time axis, about `most` at the maximum: round local times of the zone, counted from the begin of each
 * of its days.
 */
export function timeTicks(from: number, to: number, zone: string, most = 10): number[] {
  const step = STEPS.find((each) => (to - from) / each <= most);
  const days =
    DAY_STEPS.find((each) => (to - from) / (each * DAY_MS) <= most) ?? Math.ceil((to - from) / DAY_MS / most);
  const ticks: number[] = [];
  for (let day = dayOf(from, zone); ; day = addDays(day, step === undefined ? days : 1)) {
    const span = spanOfDay(day, zone);
    if (span.from > to) return ticks.filter((tick) => tick >= from && tick <= to);
    for (let tick = span.from; tick < span.to; tick += step ?? Infinity) ticks.push(tick);
  }
}
