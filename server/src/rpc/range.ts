import { fault } from '@milepost/contract/fault';
import { refused } from './input.ts';

const DAY_MS = 86_400_000;

/**
 * A range of time that a person chose.
 * @throws AppError `invalid` at the field `to` when it ends before it begins, or is longer than `mostDays`
 */
export function readRange(range: { from: string; to: string }, mostDays: number): { from: Date; to: Date } {
  const [from, to] = [new Date(range.from), new Date(range.to)];
  if (to < from) throw refused({ to: 'not-before-start' });
  // A day of 25 hours is still one day.
  if (to.getTime() - from.getTime() > mostDays * DAY_MS + 3_600_000) {
    throw refused({ to: fault('choose-most-days', { most: mostDays }) });
  }
  return { from, to };
}
