import type { Attributes } from '@milepost/protocols/types';

/**
 * How far a device's clock may be ahead of the server's. A later fix would remain the newest until its time comes, and
 * make correct ones late. Devices get the time from satellites, phones from the network.
 */
const AHEAD_MS = 2 * 60_000;
/** No device stores reports for longer; older ones come from a clock that lost its date (the GPS week rolls over). */
const BEHIND_MS = 400 * 86_400_000;

/**
 * True when a report may enter tracking, by its fix time and its time of receipt (epoch milliseconds): at most two
 * minutes ahead of the server's clock and 400 days behind it. Other reports are stored, but do not affect trips and
 * totals.
 */
export function isUsableTime(fixTime: number, receivedAt: number): boolean {
  return fixTime <= receivedAt + AHEAD_MS && fixTime >= receivedAt - BEHIND_MS;
}

/**
 * True when a report without coordinates enters tracking. `reportedAt` is the device's time, or the time of receipt
 * when it sent none (epoch milliseconds; then both are the same). Without a time of its own, it is unknown when the
 * report was true, and it would make everything late that the device has yet to send. Such a report enters only if it
 * carries an alarm.
 */
export function isTrackedStatus(reportedAt: number, receivedAt: number, attributes: Attributes): boolean {
  if (!isUsableTime(reportedAt, receivedAt)) return false;
  return reportedAt !== receivedAt || (attributes.alarm?.length ?? 0) > 0;
}
