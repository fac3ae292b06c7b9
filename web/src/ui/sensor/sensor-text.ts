import type { SensorKind } from '@milepost/contract/sensor-kinds';
import type { TFunction } from 'i18next';
import { formatDecimal, withUnit } from '../../text/format.ts';

/** The formatted value of a sensor; a dash if it has none. */
export function sensorValue(
  t: TFunction,
  { kind, unit }: { kind: SensorKind; unit: string },
  value: number | boolean | null,
): string {
  if (value === null) return '–';
  if (typeof value === 'boolean') return t(`sensors.${kind === 'door' ? 'door' : 'state'}-${value ? 'on' : 'off'}`);
  return unit === '' ? formatDecimal(value) : withUnit(formatDecimal(value), unit);
}
