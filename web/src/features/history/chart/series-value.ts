import type { SeriesKey } from '@milepost/contract/history-operations';
import type { TFunction } from 'i18next';
import { formatDistance, formatSpeed, speedUnit } from '../../../text/format.ts';
import { drawnSensorValue, isOfSensor } from '../../../ui/sensor/series-text.ts';
import { fieldValue } from '../../../ui/telemetry/field-value.ts';

/** The values of a bucket as text, from minimum to maximum; a dash if there are none. */
export function seriesValue(
  t: TFunction,
  key: string,
  values: [number, number] | null,
  keys: readonly SeriesKey[],
): string {
  if (values === null) return '–';
  const one = keys.find((each) => each.key === key);
  if (one && isOfSensor(one)) {
    const texts = (one.kind === 'flag' ? [values[1]] : values).map((value) => drawnSensorValue(t, one, value));
    return [...new Set(texts)].join(' – ');
  }
  if (one?.kind === 'flag') return fieldValue(t, key, values[1] > 0);
  const [low, high] = values.map((value) => (key === 'speed' ? formatSpeed(value) : plain(t, key, value)));
  const range = low === high ? high : `${low} – ${high}`;
  return key === 'speed' ? `${range} ${speedUnit()}` : `${range}`;
}

const plain = (t: TFunction, key: string, value: number) =>
  key === 'altitude' ? formatDistance(value) : fieldValue(t, key, value);
