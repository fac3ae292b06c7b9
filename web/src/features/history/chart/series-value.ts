import type { SeriesKey } from '@milepost/contract/history-routes';
import type { TFunction } from 'i18next';
import { formatDistance, formatSpeed, speedUnit } from '../../../text/format.ts';
import { fieldValue } from '../../../ui/telemetry/field-value.ts';

/** A value of a series for people; a dash where there is none. */
export function seriesValue(t: TFunction, key: string, value: number | null, keys: readonly SeriesKey[]): string {
  if (value === null) return '–';
  if (key === 'speed') return `${formatSpeed(value)} ${speedUnit()}`;
  if (key === 'altitude') return formatDistance(value);
  const flag = keys.find((each) => each.key === key)?.kind === 'flag';
  return fieldValue(t, key, flag ? value > 0 : value);
}
