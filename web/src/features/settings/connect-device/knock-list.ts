import type { Knock } from '@milepost/contract/device-routes';
import { MAX_KNOCKS } from '@milepost/contract/live-constants';

/**
 * Knocks with those that arrived put in place of what was known under the same key. A device that says who it is drops
 * the entry under which only its address stood.
 */
export function mergeKnocks(rows: readonly Knock[], arrived: Iterable<Knock>): Knock[] {
  const byKey = new Map(rows.map((row) => [row.key, row]));
  for (const knock of arrived) {
    byKey.set(knock.key, knock);
    const nameless = `${knock.protocol}:@${knock.address}`;
    if (knock.key !== nameless) byKey.delete(nameless);
  }
  return [...byKey.values()];
}

/** Those heard last, as many as the server would tell: a flood must not grow the list without end. */
export function newestKnocks(rows: readonly Knock[]): Knock[] {
  return rows.toSorted((a, b) => b.lastSeenAt.localeCompare(a.lastSeenAt)).slice(0, MAX_KNOCKS);
}

/** The newest to appear first, and staying there however often each sends, so that no row jumps away under a click. */
export function sortKnocks(rows: readonly Knock[]): Knock[] {
  return rows.toSorted((a, b) => b.firstSeenAt.localeCompare(a.firstSeenAt) || a.key.localeCompare(b.key));
}

export const isKnown = ({ deviceId }: Knock) => deviceId !== null;
