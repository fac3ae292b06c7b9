/** A day of the (proleptic) Gregorian calendar; months and days start at 1. */
export interface CalendarDate {
  year: number;
  month: number;
  day: number;
}

const isLeap = (year: number) => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;

function daysIn(year: number, month: number): number {
  if (month === 2) return isLeap(year) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

/**
 * True if the date is valid: year, month and day are integers, the year is not zero, and the date exists in the
 * calendar (specification, section 5).
 */
export function isValidDate({ year, month, day }: CalendarDate): boolean {
  if (![year, month, day].every((part) => Number.isInteger(part)) || year === 0) return false;
  return month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month);
}

/** Reads `YYYY-MM-DD`; null for anything else or an invalid date. */
export function readDate(text: string): CalendarDate | null {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!parts) return null;
  const date = { year: Number(parts[1]), month: Number(parts[2]), day: Number(parts[3]) };
  return isValidDate(date) ? date : null;
}

/** Negative, zero or positive if `a` is before, the same as or after `b`. */
export const compareDates = (a: CalendarDate, b: CalendarDate) => a.year - b.year || a.month - b.month || a.day - b.day;

/** @throws RangeError if the maximum is earlier than the minimum (specification, section 5) */
export function checkLimits(min: CalendarDate | null, max: CalendarDate | null): void {
  if (min && max && compareDates(max, min) < 0) {
    throw new RangeError(`The maximum date ${written(max)} is earlier than the minimum date ${written(min)}`);
  }
}

const written = ({ year, month, day }: CalendarDate) =>
  [String(year).padStart(4, '0'), String(month).padStart(2, '0'), String(day).padStart(2, '0')].join('-');
