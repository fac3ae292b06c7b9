import type { AlarmMeasure } from '@milepost/contract/alarm-constants';
import type { TFunction } from 'i18next';
import { formatDecimal, formatDuration, formatSpeedAndUnit } from './format.ts';

const WRITE: { readonly [Each in AlarmMeasure]: (value: number, unit: string) => string } = {
  speed: formatSpeedAndUnit,
  minutes: (minutes) => formatDuration(minutes * 60),
  litres: (litres) => `${formatDecimal(litres)} L`,
  celsius: (celsius) => `${formatDecimal(celsius)} °C`,
  figure: (value, unit) => `${formatDecimal(value)} ${unit}`.trimEnd(),
};

interface Measured {
  value: number | null;
  measures: AlarmMeasure | null;
  /** The unit of a number. */
  unit: string;
}

/** The value that the rule measured, with its unit; null if it measures nothing. */
export function valueText({ value, measures, unit }: Measured): string | null {
  return value === null || measures === null ? null : WRITE[measures](value, unit);
}

/** The text of an alarm code that a device reports. */
export const codeText = (t: TFunction, code: string): string => t(`alarm.${code}`, { defaultValue: code });
