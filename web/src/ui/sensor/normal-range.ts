import type { TFunction } from 'i18next';
import { formatDecimal, withUnit } from '../../text/format.ts';

/** The range of a sensor that is well, both limits included; null where that side has none. */
export interface NormalRange {
  normalMin: number | null;
  normalMax: number | null;
}

/** On which side of its normal range a value lies; null within, and where there is no value or no such range. */
export function outOfNormal(
  { normalMin, normalMax }: NormalRange,
  value: number | boolean | null,
): 'above' | 'below' | null {
  if (typeof value !== 'number') return null;
  if (normalMax !== null && value > normalMax) return 'above';
  return normalMin !== null && value < normalMin ? 'below' : null;
}

/** "Normal: 2 to 8 °C"; null where there is no such range. */
export function normalText(
  t: TFunction,
  { normalMin, normalMax, unit }: NormalRange & { unit: string },
): string | null {
  if (normalMin === null && normalMax === null) return null;
  const written = (value: number) => (unit === '' ? formatDecimal(value) : withUnit(formatDecimal(value), unit));
  // The unit stands once, behind the upper limit.
  const min = normalMin === null ? '' : normalMax === null ? written(normalMin) : formatDecimal(normalMin);
  const max = normalMax === null ? '' : written(normalMax);
  return t(`sensors.normal-${normalMin === null ? 'below' : normalMax === null ? 'above' : 'between'}`, { min, max });
}
