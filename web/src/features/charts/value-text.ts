import type { TFunction } from 'i18next';
import {
  formatDecimal,
  formatDistance,
  formatNumber,
  formatSpeed,
  heightStepM,
  speedStepKph,
  speedUnit,
} from '../../text/format.ts';
import { fieldName } from '../../ui/telemetry/field-name.ts';
import { fieldValue } from '../../ui/telemetry/field-value.ts';

/** The values of a line around a moment, from the least to the greatest; a dash where there are none. */
export function valueText(t: TFunction, key: string, kind: string, values: readonly [number, number] | null): string {
  if (values === null) return '–';
  const words = values.map((value) => oneText(t, key, kind, value));
  return words[0] === words[1] ? (words[0] ?? '–') : words.join(' – ');
}

function oneText(t: TFunction, key: string, kind: string, value: number): string {
  if (kind === 'flag') return fieldValue(t, key, value > 0);
  if (key === 'speed') return fieldValue(t, 'speedKph', value);
  if (key === 'altitude') return formatDistance(value);
  return fieldName(key).unit === null ? formatDecimal(value) : fieldValue(t, key, value);
}

/** What an axis counts in, so that its steps are round in the person's units. */
export const axisStep = (key: string): number =>
  key === 'speed' || fieldName(key).unit === 'Kph' ? speedStepKph() : key === 'altitude' ? heightStepM() : 1;

/** A mark of the axis of values; its unit stands beside the name of the strip. */
export function tickText(key: string, value: number): string {
  if (key === 'speed' || fieldName(key).unit === 'Kph') return formatSpeed(value);
  if (key === 'altitude') return formatNumber(value / heightStepM());
  if (fieldName(key).unit === 'M') return formatDistance(value);
  return Math.abs(value) >= 100 ? formatNumber(value) : formatDecimal(value);
}

const SIGNS: Record<string, string> = { V: 'V', A: 'A', C: '°C', L: 'l', Percent: '%', Rpm: 'rpm' };

/** The unit of an axis in words; empty where it has none, or its marks say it. */
export const axisUnit = (axis: string): string => (axis === 'Kph' ? speedUnit() : (SIGNS[axis] ?? ''));
