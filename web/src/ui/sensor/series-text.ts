import type { SeriesKey } from '@milepost/contract/history-operations';
import type { TFunction } from 'i18next';
import { visible } from '../../text/visible.ts';
import { fieldLabel } from '../telemetry/field-name.ts';
import { sensorValue } from './sensor-text.ts';

/** The name of a drawn series: that of the sensor, otherwise of the attribute. */
export const seriesLabel = (t: TFunction, { key, sensor }: SeriesKey): string =>
  sensor ? visible(sensor.name) : fieldLabel(t, key);

/** The formatted value of a drawn sensor: with its unit, or "open" and "closed"; states are drawn as 1 and 0. */
export const drawnSensorValue = (
  t: TFunction,
  { kind, sensor }: SeriesKey & { sensor: NonNullable<SeriesKey['sensor']> },
  value: number,
): string => sensorValue(t, sensor, kind === 'flag' ? value > 0 : value);

/** True if a key belongs to a sensor. */
export const isOfSensor = (one: SeriesKey): one is SeriesKey & { sensor: NonNullable<SeriesKey['sensor']> } =>
  one.sensor !== undefined;
