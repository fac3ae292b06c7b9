/** Whether a vehicle's device talks to us: the second axis of its status. Times are epoch milliseconds. */

export interface ConnectivityThresholds {
  onlineWithinS: number;
  inactiveAfterS: number;
}

/** The defaults of an organisation. */
export const DEFAULT_CONNECTIVITY: ConnectivityThresholds = { onlineWithinS: 600, inactiveAfterS: 3600 };

export type Connectivity = 'never' | 'online' | 'silent' | 'inactive';

/**
 * `online`: data within ten minutes, or within twice the device's own interval where that is longer; `inactive`: none
 * for an hour (or twice the interval); `silent` between the two; `never`: not one report yet.
 */
export function connectivityAt(
  now: number,
  receivedAt: number | null,
  intervalS = 0,
  limits = DEFAULT_CONNECTIVITY,
): Connectivity {
  if (receivedAt === null) return 'never';
  const silentS = (now - receivedAt) / 1000;
  if (silentS <= Math.max(limits.onlineWithinS, 2 * intervalS)) return 'online';
  return silentS < Math.max(limits.inactiveAfterS, 2 * intervalS) ? 'silent' : 'inactive';
}

/** The last status counts as present for at least this long: the network alone may take as much. */
const CERTAIN_S = 120;

/**
 * For how long the last status counts as present, seconds: twice the interval at which the device reports while moving,
 * and at least two minutes; where the interval is unknown, as long as the device counts as online.
 */
export const certainForS = (intervalS: number | null, limits = DEFAULT_CONNECTIVITY): number =>
  intervalS === null ? limits.onlineWithinS : Math.max(CERTAIN_S, 2 * intervalS);
