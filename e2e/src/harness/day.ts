import { TIME_ZONE } from './running.ts';

const days = new Intl.DateTimeFormat('en-CA', { timeZone: TIME_ZONE });

/** The day this many days from today in the organisation's time zone, as "yyyy-mm-dd". */
export const dayFromToday = (count: number): string => days.format(Date.now() + count * 86_400_000);
