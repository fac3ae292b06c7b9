// This file does not import zod, because the browser checks the limits in its form.

/** Kinds of data with a retention period, in the order of the form. */
export const RETENTION_KINDS = ['positions', 'facts', 'alarms', 'pictures', 'files', 'messages', 'audit'] as const;
export type RetentionKind = (typeof RETENTION_KINDS)[number];

/** A number of days, or for ever. */
export type RetentionPeriod = number | 'forever';

/**
 * The shortest retention in days. Positions are needed until telemetry has been computed from them. The audit log of a
 * quarter remains, so that nobody can remove the traces of what they did last week.
 */
export const MIN_RETENTION_DAYS: Readonly<Record<RetentionKind, number>> = {
  positions: 3,
  facts: 3,
  alarms: 1,
  pictures: 1,
  files: 1,
  messages: 1,
  audit: 90,
};
/** A century. */
export const MAX_RETENTION_DAYS = 36_500;
/** Characters of the reason for which a legal hold is set or ended. */
export const MAX_HOLD_REASON = 500;
