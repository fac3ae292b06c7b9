import { fault } from '@milepost/contract/fault';
import { MOST_TRACK_DAYS } from '@milepost/contract/history-routes';
import { refused } from './input.ts';

const DAY_MS = 86_400_000;

/**
 * The range of a question about a track.
 * @throws AppError `invalid` where it ends before it begins, or is too long
 */
export function trackRange({ from, to }: { from: string; to: string }): { from: Date; to: Date } {
  const [start, end] = [new Date(from), new Date(to)];
  if (end <= start) throw refused({ to: 'after-start' });
  if (end.getTime() - start.getTime() > MOST_TRACK_DAYS * DAY_MS) {
    throw refused({ to: fault('days-after-start', { most: MOST_TRACK_DAYS }) });
  }
  return { from: start, to: end };
}
