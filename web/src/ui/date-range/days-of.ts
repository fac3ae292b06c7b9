import { addDays, isDay, startOfDay } from '../../text/local-day.ts';

/** The first and the last day of a list, `YYYY-MM-DD`, both included. */
export interface Days {
  from: string;
  to: string;
}

/** The default number of days in lists, and the maximum. */
const DAYS = 7;
const MAX_DAYS = 400;

/** Reads `from` and `to` of an address; if they are invalid or missing, returns the last week. */
export function readDays(params: URLSearchParams, today: string): Days {
  const [from, to] = [params.get('from'), params.get('to')];
  const known = isDay(from) && isDay(to) && from <= to && addDays(from, MAX_DAYS - 1) >= to;
  return known ? { from, to } : { from: addDays(today, 1 - DAYS), to: today };
}

/** The days in the format of the calls. */
export const rangeOf = ({ from, to }: Days) => ({
  from: new Date(startOfDay(from)).toISOString(),
  to: new Date(startOfDay(addDays(to, 1))).toISOString(),
});
