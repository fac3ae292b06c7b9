/** Whether a vehicle's device talks to us: the second axis of its status. Times are epoch milliseconds. */

export interface ConnectivityThresholds {
  onlineWithinS: number;
  inactiveAfterS: number;
}

/** The defaults of an organisation. */
export const DEFAULT_CONNECTIVITY: ConnectivityThresholds = { onlineWithinS: 600, inactiveAfterS: 3600 };

export type Connectivity = 'never' | 'online' | 'quiet' | 'inactive';

/**
 * `online`: data within ten minutes, or within twice the device's own interval where that is longer; `inactive`: none
 * for an hour (or twice the interval); `quiet` between the two; `never`: not one report yet.
 */
export function connectivityAt(
  now: number,
  heardAt: number | null,
  intervalS = 0,
  limits = DEFAULT_CONNECTIVITY,
): Connectivity {
  if (heardAt === null) return 'never';
  const silentS = (now - heardAt) / 1000;
  if (silentS <= Math.max(limits.onlineWithinS, 2 * intervalS)) return 'online';
  return silentS < Math.max(limits.inactiveAfterS, 2 * intervalS) ? 'quiet' : 'inactive';
}
