import type { AnyReport } from '../report.ts';
import { attributesOf, timeOf } from '../report.ts';
import type { Sensor } from './sensor.ts';
import { readerOf } from './smoothing.ts';

/** A report's value, raw and smoothed over earlier ones; time in epoch milliseconds. */
export interface SmoothedValue {
  time: number;
  value: number;
  smoothed: number;
}

/** Returns a sensor's values for reports in order, without reports that lack a numeric value. */
export function smoothedValues(sensor: Sensor, reports: readonly AnyReport[]): SmoothedValue[] {
  const read = readerOf(sensor);
  return reports.flatMap((report) => {
    const [attributes, time] = [attributesOf(report), timeOf(report)];
    const smoothed = read(attributes, time);
    const { value } = sensor.read(attributes, time);
    return typeof value === 'number' && typeof smoothed === 'number' ? [{ time, value, smoothed }] : [];
  });
}
