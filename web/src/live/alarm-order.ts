import type { AlarmRow } from '@milepost/contract/alarm-routes';
import type { Severity } from '@milepost/contract/fact-routes';

/** The gravest first. */
export const SEVERITIES = ['critical', 'major', 'minor', 'warning'] as const satisfies readonly Severity[];

const RANK: Record<Severity, number> = { critical: 0, major: 1, minor: 2, warning: 3 };

/** For so long an alarm that cleared before anybody acknowledged it is kept in sight. */
export const UNSEEN_MS = 3_600_000;

/** Active, or cleared lately and acknowledged by nobody; `now` is the server's clock in epoch milliseconds. */
export function isOpen({ clearedAt, acknowledgedAt }: AlarmRow, now: number): boolean {
  return clearedAt === null || (acknowledgedAt === null && now - Date.parse(clearedAt) < UNSEEN_MS);
}

const newestFirst = (a: AlarmRow, b: AlarmRow) => (a.start < b.start ? 1 : a.start > b.start ? -1 : b.id - a.id);
const active = (alarm: AlarmRow) => Number(alarm.clearedAt !== null);
const seen = (alarm: AlarmRow) => Number(alarm.acknowledgedAt !== null);

export type AlarmOrder = 'gravest' | 'newest' | 'oldest';

/**
 * Orders of a board; each is total. What still holds comes before what cleared by itself. The gravest first, and of one
 * severity those that nobody has acknowledged; or by age alone.
 */
export const ORDERS: Record<AlarmOrder, (a: AlarmRow, b: AlarmRow) => number> = {
  gravest: (a, b) =>
    active(a) - active(b) || RANK[a.severity] - RANK[b.severity] || seen(a) - seen(b) || newestFirst(a, b),
  newest: (a, b) => active(a) - active(b) || newestFirst(a, b),
  oldest: (a, b) => active(a) - active(b) || newestFirst(b, a),
};
