import type { AnyReport } from '../report.ts';
import { attributesOf, timeOf } from '../report.ts';
import type { Sensor } from './sensor.ts';
import { readerOf } from './smoothing.ts';

/** A figure of a report, as it is and smoothed over those before it; time in epoch milliseconds. */
export interface SmoothedValue {
  time: number;
  value: number;
  smoothed: number;
}

/** What a sensor says in reports that are in their order; without reports that have no figure of it. */
export function smoothedValues(sensor: Sensor, reports: readonly AnyReport[]): SmoothedValue[] {
  const read = readerOf(sensor);
  return reports.flatMap((report) => {
    const [attributes, time] = [attributesOf(report), timeOf(report)];
    const smoothed = read(attributes, time);
    const { value } = sensor.read(attributes, time);
    return typeof value === 'number' && typeof smoothed === 'number' ? [{ time, value, smoothed }] : [];
  });
}
