import { isDay } from '../../text/local-day.ts';
import { type Days, readDays } from '../../ui/date-range/days-of.ts';

/** The state in the address of the page, besides the page of a list. */
export interface VehiclePageState extends Days {
  /** The day whose distance is explained. */
  why: string | null;
}

export function readPageState(params: URLSearchParams, today: string): VehiclePageState {
  const why = params.get('why');
  return {
    why: isDay(why) ? why : null,
    ...readDays(params, today),
  };
}
