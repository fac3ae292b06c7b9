import { dayOf } from '../text/local-day.ts';
import { useServerNow } from './use-live.ts';

const MINUTE_MS = 60_000;

/** The current day of the organisation, `YYYY-MM-DD`; renders again when the next day begins. */
export const useToday = (): string => dayOf(useServerNow(MINUTE_MS));
