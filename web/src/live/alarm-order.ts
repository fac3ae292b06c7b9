import { SEVERITIES } from '@milepost/contract/alarm-constants';
import type { AlarmRow } from '@milepost/contract/alarm-operations';
import type { Severity } from '@milepost/contract/fact-operations';

const rank = (severity: Severity) => SEVERITIES.indexOf(severity);

/** An alarm that cleared before anybody acknowledged it stays open for this long. */
export const UNACKNOWLEDGED_MS = 3_600_000;

/**
 * True while the alarm is active, or cleared recently and not acknowledged. `now` is the server's clock in epoch
 * milliseconds.
 */
export function isOpen({ clearedAt, acknowledgedAt }: AlarmRow, now: number): boolean {
  return clearedAt === null || (acknowledgedAt === null && now - Date.parse(clearedAt) < UNACKNOWLEDGED_MS);
}

const newestFirst = (a: AlarmRow, b: AlarmRow) => (a.start < b.start ? 1 : a.start > b.start ? -1 : b.id - a.id);
const active = (alarm: AlarmRow) => Number(alarm.clearedAt !== null);
const seen = (alarm: AlarmRow) => Number(alarm.acknowledgedAt !== null);

export type AlarmOrder = 'most-severe' | 'newest' | 'oldest';

/**
 * The sort orders of a board; each is total. Active alarms come before cleared ones. Then they are sorted by severity,
 * with unacknowledged alarms first within a severity, or by age alone.
 */
export const ORDERS: Record<AlarmOrder, (a: AlarmRow, b: AlarmRow) => number> = {
  'most-severe': (a, b) =>
    active(a) - active(b) || rank(a.severity) - rank(b.severity) || seen(a) - seen(b) || newestFirst(a, b),
  newest: (a, b) => active(a) - active(b) || newestFirst(a, b),
  oldest: (a, b) => active(a) - active(b) || newestFirst(b, a),
};
