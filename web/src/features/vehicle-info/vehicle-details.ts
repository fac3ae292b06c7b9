import type { VehicleDetails } from '@milepost/contract/vehicle-fields';
import type { Meter } from '@milepost/contract/vehicle-kinds';
import type { TFunction } from 'i18next';
import {
  formatDate,
  formatDateTime,
  formatDecimal,
  formatDistance,
  formatNumber,
  withUnit,
} from '../../text/format.ts';
import { listText } from '../../text/list-text.ts';

/** The recorded details of a vehicle, in display order. */
export const DETAILS = [
  'year',
  'colour',
  'fuelKind',
  'tankL',
  'ratedLPer100Km',
  'idleLPerH',
  'loadKg',
  'loadM3',
  'loadCrates',
  'homePlaceName',
  'tags',
  'ownership',
  'owner',
  'leaseUntil',
] as const satisfies (keyof VehicleDetails)[];
export type Detail = (typeof DETAILS)[number];

const LABELS: Partial<Record<string, string>> = { homePlaceName: 'homePlaceId', ownership: 'ownership-label' };
export const detailLabel = (t: TFunction, field: string): string => t(`vehicle-record.${LABELS[field] ?? field}`);

const UNITS: Partial<Record<string, string>> = {
  tankL: 'litres',
  ratedLPer100Km: 'per-100',
  idleLPerH: 'per-hour',
  loadKg: 'kg',
  loadM3: 'm3',
};
export const detailUnit = (t: TFunction, field: string): string => {
  const unit = UNITS[field];
  return unit === undefined ? '' : t(`vehicle-record.unit.${unit}`);
};

/** A value as text; null if nothing is recorded. */
export function detailText(t: TFunction, field: string, value: unknown): string | null {
  if (Array.isArray(value)) return value.length > 0 ? listText(value) : null;
  if (typeof value === 'string') return value === '' ? null : worded(t, field, value);
  if (typeof value !== 'number') return null;
  if (field === 'year') return String(value);
  const unit = detailUnit(t, field);
  return unit === '' ? formatNumber(value) : withUnit(formatDecimal(value), unit);
}

function worded(t: TFunction, field: string, value: string): string {
  if (field === 'fuelKind') return t(`vehicle-record.fuel.${value}`);
  if (field === 'ownership') return t(`vehicle-record.owned.${value}`);
  if (field === 'status') return t(`vehicle-record.statuses.${value}`);
  if (field === 'leaseUntil') return formatDate(value);
  return field === 'statusSince' ? formatDateTime(value) : value;
}

/** The reading of a meter: metres or seconds. */
export const meterText = (t: TFunction, meter: Meter, value: number): string =>
  meter === 'odometer'
    ? formatDistance(value)
    : t('vehicle-record.hours', { hours: formatDecimal(Math.round(value / 360) / 10) });
