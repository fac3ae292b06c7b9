import { LICENCE_SOON_DAYS } from '@milepost/contract/licence-soon';
import { addDays } from '../../text/local-day.ts';

/** The state of a licence, which is still valid on its last day. Days are `YYYY-MM-DD`. */
export function licenceState(expiresOn: string, today: string): 'expired' | 'soon' | 'valid' {
  if (expiresOn < today) return 'expired';
  return expiresOn < addDays(today, LICENCE_SOON_DAYS) ? 'soon' : 'valid';
}

/** The days from today to the last day; 0 on it. */
export const daysLeft = (expiresOn: string, today: string): number =>
  Math.round((Date.parse(expiresOn) - Date.parse(today)) / 86_400_000);
