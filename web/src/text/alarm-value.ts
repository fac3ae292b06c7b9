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
  /** Of a figure. */
  unit: string;
}

/** What the rule measured, with its unit; null where it measures nothing. */
export function valueText({ value, measures, unit }: Measured): string | null {
  return value === null || measures === null ? null : WRITE[measures](value, unit);
}

/** An alarm code as a device reports it, in words. */
export const codeText = (t: TFunction, code: string): string => t(`alarm.${code}`, { defaultValue: code });
