// This file does not import zod, because the browser offers its values as filters.

/** The kinds of entries in the calendar. */
export const CALENDAR_KINDS = ['task', 'document', 'assignment', 'service', 'work-order', 'recurring'] as const;
export type CalendarKind = (typeof CALENDAR_KINDS)[number];

/** The most entries that are listed for a day. */
export const MAX_ENTRIES_PER_DAY = 50;
