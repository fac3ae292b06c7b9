import type { TFunction } from 'i18next';
import {
  formatDateTime,
  formatDecimal,
  formatDistance,
  formatDuration,
  formatNumber,
  formatSpeedAndUnit,
  withUnit,
} from '../../text/format.ts';
import { visible } from '../../text/visible.ts';
import { fieldName, inWords, type Unit } from './field-name.ts';
import { listText } from '../../text/list-text.ts';

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

const NUMBERS: Record<Unit, (value: number) => string> = {
  Kph: formatSpeedAndUnit,
  Deg: (value) => `${formatNumber(value)}°`,
  Percent: (value) => `${formatDecimal(value)}%`,
  Rpm: (value) => withUnit(formatNumber(value), 'rpm'),
  V: (value) => withUnit(formatDecimal(value), 'V'),
  A: (value) => withUnit(formatDecimal(value), 'A'),
  M: formatDistance,
  S: formatDuration,
  C: (value) => withUnit(formatDecimal(value), '°C'),
  L: (value) => withUnit(formatDecimal(value), 'l'),
};

/** A value of a message as text: in the person's units and time zone, with the meaning of codes. */
export function fieldValue(t: TFunction, name: string, value: unknown): string {
  const { unit } = fieldName(name);
  if (Array.isArray(value)) return listText(value.map((each) => fieldValue(t, name, each)));
  if (typeof value === 'boolean') return t(value ? 'telemetry.yes' : 'telemetry.no');
  if (typeof value === 'number') return unit === null ? String(value) : NUMBERS[unit](value);
  if (typeof value !== 'string') return JSON.stringify(value);
  if (name === 'alarm') return t(`alarm.${value}`, { defaultValue: inWords(value) });
  if (name === 'kind') return t(`telemetry.kinds.${value}`, { defaultValue: inWords(value) });
  return INSTANT.test(value) ? formatDateTime(value) : visible(value);
}
