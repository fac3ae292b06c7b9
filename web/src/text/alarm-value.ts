import type { AlarmMeasure } from '@milepost/contract/alarm-constants';
import type { TFunction } from 'i18next';
import { formatDecimal, formatDuration, formatSpeedAndUnit } from './format.ts';

const WRITE: { readonly [Each in AlarmMeasure]: (value: number) => string } = {
  speed: formatSpeedAndUnit,
  minutes: (minutes) => formatDuration(minutes * 60),
  litres: (litres) => `${formatDecimal(litres)} L`,
  celsius: (celsius) => `${formatDecimal(celsius)} °C`,
  figure: formatDecimal,
};

/** What the rule measured, with its unit; null where it measures nothing. */
export function valueText({ value, measures }: { value: number | null; measures: AlarmMeasure | null }): string | null {
  return value === null || measures === null ? null : WRITE[measures](value);
}

/** An alarm code as a device reports it, in words. */
export const codeText = (t: TFunction, code: string): string => t(`alarm.${code}`, { defaultValue: code });
