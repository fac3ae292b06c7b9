// Without zod: the browser offers them as filters.

/** What the calendar shows. */
export const CALENDAR_KINDS = ['task', 'document', 'assignment', 'service', 'work-order', 'recurring'] as const;
export type CalendarKind = (typeof CALENDAR_KINDS)[number];

/** At most so many entries of a day are listed. */
export const MOST_OF_DAY = 50;
