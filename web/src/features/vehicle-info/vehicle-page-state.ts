import { addDays, isDay, startOfDay } from '../../text/local-day.ts';

export const TABS = ['overview', 'trips', 'stops', 'tows', 'visits', 'alarms'] as const;
export type Tab = (typeof TABS)[number];

/** Days that lists show unless others are asked for, and the most that can be. */
const DAYS = 7;
const MOST_DAYS = 400;

/** What the address of the page says besides the page of a list. */
export interface VehiclePageState {
  tab: Tab;
  /** First and last day of lists, `YYYY-MM-DD`, both included. */
  from: string;
  to: string;
}

export function readPageState(params: URLSearchParams, today: string): VehiclePageState {
  const [from, to] = [params.get('from'), params.get('to')];
  const known = isDay(from) && isDay(to) && from <= to && addDays(from, MOST_DAYS - 1) >= to;
  return {
    tab: TABS.find((each) => each === params.get('tab')) ?? 'overview',
    from: known ? from : addDays(today, 1 - DAYS),
    to: known ? to : today,
  };
}

/** The days as calls take them. */
export const rangeOf = ({ from, to }: Pick<VehiclePageState, 'from' | 'to'>) => ({
  from: new Date(startOfDay(from)).toISOString(),
  to: new Date(startOfDay(addDays(to, 1))).toISOString(),
});
