import type { Attributes } from '@milepost/protocols/types';
import type { Run } from '../run.ts';
import type { Sensor, SensorValue } from './sensor.ts';

/** Readings of a smoothed sensor under one of its definitions, oldest first: `[epoch milliseconds, value]`. */
export interface SmoothedReadings {
  sensorId: number;
  definition: number;
  readings: [time: number, value: number][];
}

/** The most readings in a median, so that a device that reports every second does not enlarge the state. */
const MAX_READINGS = 31;

/**
 * Adds a reading to the earlier ones, drops those that are too old, and returns the median of the rest; of an even
 * number, the mean of the middle two.
 * @param windowS seconds up to this reading that count
 */
export function smooth(readings: SmoothedReadings['readings'], at: number, value: number, windowS: number): number {
  readings.push([at, value]);
  const outdated = readings.findIndex(([time]) => time > at - windowS * 1000);
  readings.splice(0, Math.max(outdated, readings.length - MAX_READINGS));
  const sorted = readings.map(([, one]) => one).toSorted((a, b) => a - b);
  const [low = value, high = value] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return (low + high) / 2;
}

/**
 * Returns a reader for one vehicle's reports in order, which reads them as tracking does: with smoothing, from the
 * first report that it is given.
 */
export function readerOf(sensor: Sensor): (attributes: Attributes, time: number) => SensorValue | null {
  let held: SmoothedReadings | undefined;
  return (attributes, time) => {
    const { value } = sensor.read(attributes, time);
    const windowS = sensor.smoothingS(time);
    if (windowS === 0 || typeof value !== 'number') return value;
    const definition = sensor.definition(time);
    if (held?.definition !== definition) held = { sensorId: sensor.id, definition, readings: [] };
    return smooth(held.readings, time, value, windowS);
  };
}

/** Adds the report to the readings of smoothed sensors, once for all callers of `sensorValue`. */
export function smoothSensors(run: Run, attributes: Attributes): void {
  const { state, context, now } = run;
  if (!context.sensors && !state.smoothed) return;
  const retained: SmoothedReadings[] = [];
  run.smoothed = new Map();
  for (const sensor of context.sensors ?? []) {
    const windowS = sensor.smoothingS(now);
    if (windowS === 0) continue;
    const definition = sensor.definition(now);
    const before = state.smoothed?.find((one) => one.sensorId === sensor.id && one.definition === definition);
    const { value } = sensor.read(attributes, now);
    const held = before ?? { sensorId: sensor.id, definition, readings: [] };
    if (typeof value === 'number') run.smoothed.set(sensor.id, smooth(held.readings, now, value, windowS));
    if (held.readings.length > 0) retained.push(held);
  }
  state.smoothed = retained.length > 0 ? retained : undefined;
}

/** Returns a sensor's value in the report being processed; null if the report has none. */
export function sensorValue(run: Run, sensor: Sensor, attributes: Attributes): SensorValue | null {
  if (sensor.smoothingS(run.now) > 0) return run.smoothed?.get(sensor.id) ?? null;
  return sensor.read(attributes, run.now).value;
}
