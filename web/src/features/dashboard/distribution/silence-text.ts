import type { DayRun } from '@milepost/contract/run-day-routes';
import type { TFunction } from 'i18next';
import { formatClock } from '../../../text/format.ts';

/** A device that told no place for so long says nothing of where the run is now. */
const OLD_MS = 20 * 60_000;

/** Since when nothing is known of a run that should be driven now: what it says of being late may be a device's silence. */
export function silenceText(
  t: TFunction,
  { vehicle, state, whereabouts }: Pick<DayRun, 'vehicle' | 'state' | 'whereabouts'>,
  now: number,
): string | null {
  if (vehicle === null || (state !== 'late' && state !== 'under-way')) return null;
  if (whereabouts === null) return t('distribution.no-position');
  const { at } = whereabouts;
  return now - Date.parse(at) > OLD_MS ? t('distribution.last-position', { time: formatClock(at) }) : null;
}
