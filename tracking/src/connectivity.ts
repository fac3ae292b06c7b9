/**
 * Whether a vehicle's device is in contact with the server: the second axis of its status. Times are epoch
 * milliseconds.
 */

export interface ConnectivityThresholds {
  onlineWithinS: number;
  inactiveAfterS: number;
}

/** The defaults for an organisation. */
export const DEFAULT_CONNECTIVITY: ConnectivityThresholds = { onlineWithinS: 600, inactiveAfterS: 3600 };

export type Connectivity = 'never' | 'online' | 'silent' | 'inactive';

/**
 * Returns `online`: data within ten minutes, or within twice the device's own interval if that is longer; `inactive`:
 * no data for an hour (or twice the interval); `silent` between the two; `never`: no report yet.
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

/** The last status counts as current for at least this long: network delay alone may take as much. */
const CERTAIN_S = 120;

/**
 * Returns the time in seconds for which the last status counts as current: twice the interval at which the device
 * reports while moving, and at least two minutes. Where that interval is unknown, the status counts for as long as the
 * device counts as online.
 */
export const certainForS = (intervalS: number | null, limits = DEFAULT_CONNECTIVITY): number =>
  intervalS === null ? limits.onlineWithinS : Math.max(CERTAIN_S, 2 * intervalS);
