import type { Attributes } from '@milepost/protocols/types';

/**
 * How far a device's clock may be ahead of ours. A later fix would stay the newest until its time comes, and make the
 * right ones late. Devices get the time from satellites, phones from the network.
 */
const AHEAD_MS = 2 * 60_000;
/** No device keeps reports for longer; older ones are those of a clock that lost its date (the GPS week rolls over). */
const BEHIND_MS = 400 * 86_400_000;

/**
 * Whether a report may enter tracking, by its fix time and the time of its receipt (epoch milliseconds): at most two
 * minutes ahead of us and 400 days behind. Other reports are stored, but stay out of trips and totals.
 */
export function isUsableTime(fixTime: number, receivedAt: number): boolean {
  return fixTime <= receivedAt + AHEAD_MS && fixTime >= receivedAt - BEHIND_MS;
}

/**
 * Whether a report without a place enters tracking. `reportedAt` is the device's time, or the time of receipt when it
 * sent none (epoch milliseconds; then both are the same). Without a time of its own a report does not say when it was
 * true, and would make everything late that the device has yet to send. It enters only if it carries an alarm.
 */
export function isTrackedStatus(reportedAt: number, receivedAt: number, attributes: Attributes): boolean {
  if (!isUsableTime(reportedAt, receivedAt)) return false;
  return reportedAt !== receivedAt || (attributes.alarm?.length ?? 0) > 0;
}
