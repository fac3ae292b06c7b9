import type { TFunction } from 'i18next';
import { formatDecimal, withUnit } from '../../text/format.ts';

/** The normal range of a sensor, both limits included; null if that side has no limit. */
export interface NormalRange {
  normalMin: number | null;
  normalMax: number | null;
}

/** The side on which a value is out of its normal range; null within it, and without a value or range. */
export function outOfNormal(
  { normalMin, normalMax }: NormalRange,
  value: number | boolean | null,
): 'above' | 'below' | null {
  if (typeof value !== 'number') return null;
  if (normalMax !== null && value > normalMax) return 'above';
  return normalMin !== null && value < normalMin ? 'below' : null;
}

/** "Normal: 2 to 8 °C"; null if there is no such range. */
export function normalText(
  t: TFunction,
  { normalMin, normalMax, unit }: NormalRange & { unit: string },
): string | null {
  if (normalMin === null && normalMax === null) return null;
  const written = (value: number) => (unit === '' ? formatDecimal(value) : withUnit(formatDecimal(value), unit));
  // The unit is written once, after the upper limit.
  const min = normalMin === null ? '' : normalMax === null ? written(normalMin) : formatDecimal(normalMin);
  const max = normalMax === null ? '' : written(normalMax);
  return t(`sensors.normal-${normalMin === null ? 'below' : normalMax === null ? 'above' : 'between'}`, { min, max });
}
