const HOUR_MS = 3_600_000;
/** The maximum of hours whose median growth is used: one large copy or deletion is no evidence of the next day. */
const MAX_HOURS = 24;
const MIN_HOURS = 2;

export interface DiskForecast {
  /** @param at milliseconds of a monotonic clock */
  add(at: number, freeBytes: number): void;
  /**
   * Hours until nothing is free at the present rate; null when free space does not shrink, or was observed for too
   * short a time.
   */
  hoursLeft(): number | null;
}

/** Forecasts from samples of the free space when a disk will be full. */
export function createDiskForecast(): DiskForecast {
  /** Free bytes at the end of each hour, oldest first. */
  const hours: { hour: number; freeBytes: number }[] = [];
  return {
    add: (at, freeBytes) => {
      const hour = Math.floor(at / HOUR_MS);
      const last = hours.at(-1);
      if (last?.hour === hour) last.freeBytes = freeBytes;
      else hours.push({ hour, freeBytes });
      if (hours.length > MAX_HOURS + 1) hours.shift();
    },
    hoursLeft: () => {
      const losses = hours.slice(1).map(({ hour, freeBytes }, index) => {
        const before = hours[index] ?? { hour, freeBytes };
        return (before.freeBytes - freeBytes) / Math.max(1, hour - before.hour);
      });
      const free = hours.at(-1)?.freeBytes;
      if (losses.length < MIN_HOURS || free === undefined) return null;
      const sorted = losses.toSorted((a, b) => a - b);
      const middle = Math.floor(sorted.length / 2);
      const upper = sorted[middle] ?? 0;
      const lossPerHour = sorted.length % 2 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
      return lossPerHour > 0 ? free / lossPerHour : null;
    },
  };
}
