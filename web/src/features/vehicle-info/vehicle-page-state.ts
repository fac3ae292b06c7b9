import { isDay } from '../../text/local-day.ts';
import { type Days, readDays } from '../../ui/date-range/days-of.ts';

export const TABS = [
  'overview',
  'trips',
  'stops',
  'tows',
  'visits',
  'alarms',
  'documents',
  'drivers',
  'photos',
] as const;
export type Tab = (typeof TABS)[number];

/** What the address of the page says besides the page of a list. */
export interface VehiclePageState extends Days {
  tab: Tab;
  /** The day whose distance is explained. */
  why: string | null;
}

export function readPageState(params: URLSearchParams, today: string): VehiclePageState {
  const why = params.get('why');
  return {
    why: isDay(why) ? why : null,
    tab: TABS.find((each) => each === params.get('tab')) ?? 'overview',
    ...readDays(params, today),
  };
}
