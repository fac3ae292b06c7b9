import { REPORT_RANGES, type ReportRange } from '@milepost/contract/report-kinds';
import type { ScheduleEvery } from '@milepost/contract/report-schedules';

/** The minimum number of days of a range; a month has 31, like the time between two mails of a monthly schedule. */
const DAYS: Record<ReportRange, number> = {
  today: 1,
  yesterday: 1,
  'this-week': 7,
  'last-week': 7,
  'last-7': 7,
  'last-30': 30,
  'this-month': 31,
  'last-month': 31,
};

/** These ranges end before the day on which the report is sent. */
const WHOLE: ReadonlySet<ReportRange> = new Set(['yesterday', 'last-week', 'last-month']);

/** Ranges of whole days first: the last day of the others is the morning of the mail. */
export const RANGES_IN_ORDER: readonly ReportRange[] = [
  ...REPORT_RANGES.filter((range) => WHOLE.has(range)),
  ...REPORT_RANGES.filter((range) => !WHOLE.has(range)),
];

interface When {
  every: ScheduleEvery;
  everyDays: number;
}

const daysBetween = ({ every, everyDays }: When): number =>
  every === 'day' ? 1 : every === 'week' ? 7 : every === 'month' ? 31 : everyDays;

/** The range of whole days that extends from one mail to the next. */
export function fittingRange(when: When): ReportRange {
  const days = daysBetween(when);
  return days <= 1 ? 'yesterday' : days <= 7 ? (when.every === 'week' ? 'last-week' : 'last-7') : fittingLong(when);
}
const fittingLong = ({ every }: When): ReportRange => (every === 'month' ? 'last-month' : 'last-30');

/**
 * The finding about a range: days that no mail covers, or a last day that is incomplete when the report is made; null
 * if there is none.
 */
export function rangeFinding(range: ReportRange | '', when: When): 'gap' | 'partial' | null {
  if (range === '') return null;
  const isWhole = WHOLE.has(range);
  if (DAYS[range] < daysBetween(when) || (range === 'today' && when.every !== 'day')) return 'gap';
  return isWhole ? null : 'partial';
}
