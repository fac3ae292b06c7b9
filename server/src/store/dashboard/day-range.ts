import { fault, type FaultLike } from '@milepost/contract/fault';
import type { DashboardRange } from '@milepost/contract/dashboard-figures';
import { fieldError } from '../../errors.ts';

/** The first and last day, both inclusive, as `2026-03-29`. */
export interface DayRange {
  from: string;
  to: string;
}

const DAY_MS = 86_400_000;
/** The longest range in days: a leap year. */
const MAX_DAYS = 366;
const FIRST_DAY = '1970-01-01';
const LAST_DAY = '2999-12-31';

const ms = (day: string) => Date.parse(`${day}T00:00:00Z`);
const text = (time: number) => new Date(time).toISOString().slice(0, 10);

/** The day this number of days later, or earlier if negative. */
export const addDays = (day: string, days: number): string => text(ms(day) + days * DAY_MS);

/** The Monday of the day's week. */
export const mondayOf = (day: string): string => addDays(day, -((new Date(ms(day)).getUTCDay() + 6) % 7));

/** The number of days in a range. */
export const dayCount = ({ from, to }: DayRange): number => Math.round((ms(to) - ms(from)) / DAY_MS) + 1;

/** The range of equal length directly before. */
export const precedingRange = (range: DayRange): DayRange => ({
  from: addDays(range.from, -dayCount(range)),
  to: addDays(range.from, -1),
});

/**
 * Resolves a range relative to `today`.
 * @throws AppError `invalid` for a custom range without days, or with more than 366
 */
export function rangeOf(
  input: { range: DashboardRange; from?: string | undefined; to?: string | undefined },
  today: string,
): DayRange {
  const month = today.slice(0, 8);
  switch (input.range) {
    case 'today':
      return { from: today, to: today };
    case 'yesterday':
      return { from: addDays(today, -1), to: addDays(today, -1) };
    case 'last-7':
      return { from: addDays(today, -6), to: today };
    case 'last-30':
      return { from: addDays(today, -29), to: today };
    case 'this-month':
      return { from: `${month}01`, to: today };
    case 'last-month': {
      const last = addDays(`${month}01`, -1);
      return { from: `${last.slice(0, 8)}01`, to: last };
    }
    case 'own':
      return ownRange(input.from, input.to);
  }
}

function ownRange(from: string | undefined, to: string | undefined): DayRange {
  if (from === undefined) throw refused('from', 'choose-day');
  if (to === undefined) throw refused('to', 'choose-day');
  // The same number of days before it is also counted, and must not begin before the first year.
  if (from < FIRST_DAY) throw refused('from', 'choose-later-day');
  if (to > LAST_DAY) throw refused('to', 'choose-earlier-day');
  if (to < from) throw refused('to', 'not-before-start');
  if (dayCount({ from, to }) > MAX_DAYS) {
    throw refused('to', fault('days-after-start', { most: MAX_DAYS }));
  }
  return { from, to };
}

const refused = (field: string, given: FaultLike) => fieldError('invalid', { [field]: given });
