import { addDays } from '../../text/local-day.ts';

/** As the filter of the list has it. */
const SOON_DAYS = 60;

/** On its last day a licence is still valid. Days are `YYYY-MM-DD`. */
export function licenceState(expiresOn: string, today: string): 'expired' | 'soon' | 'valid' {
  if (expiresOn < today) return 'expired';
  return expiresOn < addDays(today, SOON_DAYS) ? 'soon' : 'valid';
}
