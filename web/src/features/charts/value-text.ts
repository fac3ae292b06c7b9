import type { SeriesKey } from '@milepost/contract/history-operations';
import type { TFunction } from 'i18next';
import {
  formatDecimal,
  formatDistance,
  formatNumber,
  distanceUnitM,
  distanceUnit,
  heightStepM,
  heightUnit,
  speedStepKph,
  speedUnit,
} from '../../text/format.ts';
import { axisOf } from './strips.ts';
import { drawnSensorValue, isOfSensor } from '../../ui/sensor/series-text.ts';
import { fieldName } from '../../ui/telemetry/field-name.ts';
import { fieldValue } from '../../ui/telemetry/field-value.ts';

/** The values of a line around a moment, from minimum to maximum; a dash if there are none. */
export function valueText(t: TFunction, one: SeriesKey, values: readonly [number, number] | null): string {
  if (values === null) return '–';
  const words = values.map((value) => oneText(t, one, value));
  return words[0] === words[1] ? (words[0] ?? '–') : words.join(' – ');
}

function oneText(t: TFunction, one: SeriesKey, value: number): string {
  const { key, kind } = one;
  if (isOfSensor(one)) return drawnSensorValue(t, one, value);
  if (kind === 'flag') return fieldValue(t, key, value > 0);
  if (key === 'speed') return fieldValue(t, 'speedKph', value);
  if (key === 'altitude') return formatDistance(value);
  return fieldName(key).unit === null ? formatDecimal(value) : fieldValue(t, key, value);
}

/** The unit of an axis, so that its steps are round in the person's units. */
export const axisStep = (key: string): number =>
  key === 'altitude' ? heightStepM() : (UNIT_STEPS[axisOf(key)]?.() ?? UNIT_STEPS[fieldName(key).unit ?? '']?.() ?? 1);

const UNIT_STEPS: Record<string, () => number> = { Kph: speedStepKph, M: distanceUnitM };
/** From this magnitude on a number is too long for the room beside the strips. */
const LONG = 10_000_000;

/** A label of the value axis; its unit is beside the name of the strip. */
export function tickText(key: string, value: number): string {
  const counted = value / axisStep(key);
  if (Math.abs(counted) >= LONG) return counted.toExponential(2);
  return Math.abs(counted) >= 100 ? formatNumber(counted) : formatDecimal(counted);
}

const SIGNS: Record<string, string> = { V: 'V', A: 'A', C: '°C', L: 'l', Percent: '%', Rpm: 'rpm' };

/** The unit of an axis as text; empty if it has none. */
export function axisUnit(axis: string): string {
  if (axis === 'Kph') return speedUnit();
  if (axis === 'altitude') return heightUnit();
  return fieldName(axis).unit === 'M' ? distanceUnit() : (SIGNS[axis] ?? '');
}
