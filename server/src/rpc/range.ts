import { fault } from '@milepost/contract/fault';
import { MAX_TRACK_DAYS } from '@milepost/contract/history-operations';
import { refused } from './input.ts';

const DAY_MS = 86_400_000;

interface Typed {
  from: string;
  to: string;
}

interface Range {
  from: Date;
  to: Date;
}

/**
 * A time range chosen by a person.
 * @throws AppError `invalid` at the field `to` when it ends before it begins, or is longer than `mostDays`
 */
export function readRange(range: Typed, mostDays: number): Range {
  const [from, to] = [new Date(range.from), new Date(range.to)];
  if (to < from) throw refused({ to: 'not-before-start' });
  // A day of 25 hours is still one day.
  if (to.getTime() - from.getTime() > mostDays * DAY_MS + 3_600_000) {
    throw refused({ to: fault('choose-most-days', { most: mostDays }) });
  }
  return { from, to };
}

/** The time range of a track. @throws as `rangeAfterStart` */
export const trackRange = (range: Typed): Range => rangeAfterStart(range, MAX_TRACK_DAYS);

/**
 * A time range that is not empty.
 * @throws AppError `invalid` at the field `to` when it does not end after it begins, or is longer than `mostDays`
 */
export function rangeAfterStart(range: Typed, mostDays: number): Range {
  const [from, to] = [new Date(range.from), new Date(range.to)];
  if (to <= from) throw refused({ to: 'after-start' });
  if (to.getTime() - from.getTime() > mostDays * DAY_MS) {
    throw refused({ to: fault('days-after-start', { most: mostDays }) });
  }
  return { from, to };
}
