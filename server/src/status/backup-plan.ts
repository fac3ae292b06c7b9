import { CronExpressionParser } from 'cron-parser';

/** Weekly schedules have seven days between two times, those of workdays three. */
const TIMES = 8;

/** The times of a schedule (in UTC, five fields of cron) after a moment. */
function timesAfter(cron: string, from: Date): Date[] {
  const times = CronExpressionParser.parse(cron, { tz: 'UTC', currentDate: from });
  return times.take(TIMES).map((time) => time.toDate());
}

/** The next time of a schedule; null for none, or for one that never comes. */
export function nextTime(cron: string | null, now: Date): Date | null {
  if (cron === null) return null;
  try {
    return timesAfter(cron, now)[0] ?? null;
  } catch {
    return null;
  }
}

const HOUR_MS = 3_600_000;
/** Without a schedule somebody makes backups by hand or from a script. */
const UNPLANNED_MS = 8 * 24 * HOUR_MS;

/** The age from which the newest backup is too old: twice the longest interval of the schedule, and an hour for making it. */
export function oldAfterMs(cron: string | null, now: Date): number {
  if (cron === null) return UNPLANNED_MS;
  try {
    const times = timesAfter(cron, now).map((time) => time.getTime());
    const longest = Math.max(...times.slice(1).map((time, index) => time - (times[index] ?? time)));
    return 2 * longest + HOUR_MS;
  } catch {
    return UNPLANNED_MS;
  }
}
