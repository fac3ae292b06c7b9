import type { Queryable } from '../store/database.ts';
import { addTracked, insertReadings, insertSensor } from './insert-facts.ts';

/**
 * A vehicle with one sensor, and a function that inserts its readings: values with the second of each after the start.
 */
export async function vehicleWithSensor(
  database: Queryable,
  registration: string,
  sensor: Parameters<typeof insertSensor>[2],
) {
  const of = await addTracked(database, { registration });
  const sensorId = await insertSensor(database, of, sensor);
  return {
    of,
    sensorId,
    reads: (start: string, end: string, steps: Parameters<typeof insertReadings>[2]['steps']) =>
      insertReadings(database, of, { start, end, sensorId, steps }),
  };
}
