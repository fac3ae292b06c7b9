import type { AlarmRow } from '@milepost/contract/alarm-operations';
import type { Severity } from '@milepost/contract/fact-operations';

/** The time after which an unacknowledged alarm is overdue, milliseconds. */
const MAY_WAIT: Record<Severity, number> = {
  critical: 2 * 60_000,
  major: 10 * 60_000,
  minor: 30 * 60_000,
  warning: 2 * 3_600_000,
};

/** True if it is active and has been unacknowledged for too long; `now` in epoch milliseconds. */
export function isOverdue(
  { severity, start, clearedAt, acknowledgedAt }: Pick<AlarmRow, 'severity' | 'start' | 'clearedAt' | 'acknowledgedAt'>,
  now: number,
): boolean {
  return clearedAt === null && acknowledgedAt === null && now - Date.parse(start) > MAY_WAIT[severity];
}
