export const DAY_MS = 86_400_000;
/** Uruguay is three hours behind UTC all year round. */
const OFFSET_MS = -3 * 3_600_000;

/** Returns the number of the local day (days since 1970) that contains a moment (ms since 1970, UTC). */
export function localDay(ms: number): number {
  return Math.floor((ms + OFFSET_MS) / DAY_MS);
}

/** Returns when a local day begins, ms since 1970. */
export function dayStart(day: number): number {
  return day * DAY_MS - OFFSET_MS;
}

/**
 * Returns where a past of this many days begins: at the preceding midnight, so that its first day is a whole one. Less
 * than a day is used as it is.
 */
export function pastStart(nowMs: number, days: number): number {
  const exact = nowMs - days * DAY_MS;
  return days < 1 ? exact : dayStart(localDay(exact));
}

/** Returns the local hour of the day with a fraction, 0 up to 24. */
export function localHour(ms: number): number {
  return (ms - dayStart(localDay(ms))) / 3_600_000;
}

/** Returns the weekday of a local day, 0 for Sunday. (1970-01-01 was a Thursday.) */
export function weekdayOf(day: number): number {
  return (((day + 4) % 7) + 7) % 7;
}

/** True on Saturday and Sunday. */
export function isWeekend(ms: number): boolean {
  return weekdayOf(localDay(ms)) % 6 === 0;
}

/** Returns the share of the speed limit possible in traffic at a moment: rush hours, quiet nights. */
export function trafficPace(ms: number): number {
  const hour = localHour(ms);
  const bump = (centre: number, width: number): number => Math.exp(-(((hour - centre) / width) ** 2));
  const rush = isWeekend(ms) ? 0.08 * bump(13, 4) : 0.24 * bump(8.2, 1.1) + 0.12 * bump(13, 2.5) + 0.26 * bump(18, 1.4);
  return 0.98 - rush;
}
