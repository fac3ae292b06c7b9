import type { Attributes } from '@milepost/protocols/types';

/**
 * A device's clock may be so far ahead of ours. A fix that is later than that is no fact yet: it would be the newest until
 * then, and true ones would come too late. Devices know the time from satellites, phones from the network.
 */
const AHEAD_MS = 2 * 60_000;
/** No device keeps reports for longer; older ones are those of a clock that lost its date (the GPS week rolls over). */
const BEHIND_MS = 400 * 86_400_000;

/**
 * Whether a report may enter tracking, by its fix time and the time of its receipt (epoch milliseconds): at most two
 * minutes ahead of us and 400 days behind. What may not is stored as it came, and stays out of trips and totals.
 */
export function isUsableTime(fixTime: number, receivedAt: number): boolean {
  return fixTime <= receivedAt + AHEAD_MS && fixTime >= receivedAt - BEHIND_MS;
}

/**
 * Whether a report without a place enters tracking. `reportedAt` is the device's time, or that of receipt where it told
 * none (then both are the same, epoch milliseconds): such a report says nothing about when it was so, and taken in at
 * its receipt it would make late what the device still has to send. It counts where it carries an alarm all the same.
 */
export function isTrackedStatus(reportedAt: number, receivedAt: number, attributes: Attributes): boolean {
  if (!isUsableTime(reportedAt, receivedAt)) return false;
  return reportedAt !== receivedAt || (attributes.alarm?.length ?? 0) > 0;
}
