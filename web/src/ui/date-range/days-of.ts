import { addDays, isDay, startOfDay } from '../../text/local-day.ts';

/** First and last day of a list, `YYYY-MM-DD`, both included. */
export interface Days {
  from: string;
  to: string;
}

/** Days that lists show unless others are asked for, and the most that can be. */
const DAYS = 7;
const MOST_DAYS = 400;

/** Reads `from` and `to` of an address; what is wrong or missing there is the last week. */
export function readDays(params: URLSearchParams, today: string): Days {
  const [from, to] = [params.get('from'), params.get('to')];
  const known = isDay(from) && isDay(to) && from <= to && addDays(from, MOST_DAYS - 1) >= to;
  return known ? { from, to } : { from: addDays(today, 1 - DAYS), to: today };
}

/** The days as calls take them. */
export const rangeOf = ({ from, to }: Days) => ({
  from: new Date(startOfDay(from)).toISOString(),
  to: new Date(startOfDay(addDays(to, 1))).toISOString(),
});
