import type { Meter } from '@milepost/contract/vehicle-kinds';
import type { TFunction } from 'i18next';
import { formatDecimal, formatDistance } from '../../text/format.ts';

/** What a meter shows: metres or seconds. */
export const meterText = (t: TFunction, meter: Meter, value: number): string =>
  meter === 'odometer'
    ? formatDistance(value)
    : t('vehicle-record.hours', { hours: formatDecimal(Math.round(value / 360) / 10) });
