import type { RunVehicle } from '@milepost/contract/route-run-routes';
import type { TFunction } from 'i18next';
import { formatClock } from '../../../../text/format.ts';

/** A vehicle with its time on a run. */
export function vehicleSpanText(t: TFunction, { name: label, from, until }: Omit<RunVehicle, 'id'>): string {
  const name = label ?? t('runs.hidden-vehicle');
  if (from === null) return until === null ? name : t('run.vehicle-until', { name, time: formatClock(until) });
  if (until === null) return t('run.vehicle-from', { name, time: formatClock(from) });
  return t('run.vehicle-between', { name, from: formatClock(from), until: formatClock(until) });
}
