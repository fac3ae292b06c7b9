import type { DayRun } from '@milepost/contract/run-day-operations';
import type { TFunction } from 'i18next';
import { formatClock } from '../../../text/format.ts';

/** A device that reported no position for this long says nothing about the run's progress. */
const OLD_MS = 20 * 60_000;

/** Since when a run that should be in progress has no data: its apparent delay can be a silent device. */
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
