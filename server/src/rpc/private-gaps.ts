import type { TrackPage } from '../store/tracks/positions.ts';

/** Private time between the fixes of a track. Times are epoch milliseconds. */
export interface PrivateGaps {
  /** True if a report between two moments is sealed. */
  isBetween(from: number, to: number): boolean;
  /** Passes the pages on, and notes where private time lies between their fixes. */
  noted(pages: AsyncIterable<TrackPage>): AsyncIterable<TrackPage>;
  /** The private times that were passed, oldest first, at most `MAX_PRIVATE_SPANS`: the last one covers the rest. */
  spans(): { from: string; to: string }[];
}

/** A vehicle that is private twice a day has fewer in the longest range. */
const MAX_PRIVATE_SPANS = 1000;

/** @param times of the sealed reports of the range, ascending */
export function privateGaps(times: readonly number[]): PrivateGaps {
  /** The first sealed report at or after a moment. */
  const firstFrom = (moment: number) => {
    let [low, high] = [0, times.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((times[middle] ?? 0) < moment) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  let open: { from: number; to: number } | null = null;
  const found: { from: number; to: number }[] = [];
  let next = 0;
  const passTo = (moment: number) => {
    for (let time = times[next]; time !== undefined && time <= moment; time = times[++next]) {
      if (open === null && found.length < MAX_PRIVATE_SPANS) found.push({ from: time, to: time });
      open = found.at(-1) ?? null;
      if (open) open.to = time;
    }
    open = null;
  };
  return {
    isBetween: (from, to) => times.length > 0 && (times[firstFrom(from)] ?? Infinity) <= to,
    async *noted(pages) {
      for await (const page of pages) {
        for (let i = 0; next < times.length && i < page.length; i++) passTo(page.time[i] ?? 0);
        yield page;
      }
    },
    spans() {
      passTo(Infinity);
      return found.map(({ from, to }) => ({ from: new Date(from).toISOString(), to: new Date(to).toISOString() }));
    },
  };
}
