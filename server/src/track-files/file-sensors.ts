import type { TrackFormat } from '@milepost/contract/history-operations';
import type { SensorValue } from '@milepost/tracking/sensors/sensor';
import { inSlices } from '../loop/slices.ts';
import type { Queryable } from '../store/database.ts';
import { readSpans } from '../store/telemetry/pieces.ts';
import { type ChartedSensor, readChartedSensors, readEach } from '../store/telemetry/sensor-lines.ts';
import type { FullFix } from '../store/tracks/track-fixes.ts';
import { timeMs } from './fix-text.ts';

/** A sensor with its column in a file. */
export interface FileSensor extends Pick<ChartedSensor, 'smoothingS' | 'vehicleId' | 'organisationId' | 'sensor'> {
  /** Its name and the unit of its values. */
  label: string;
}

/** True for formats with attributes and sensors; formats of coordinates only have neither. */
export const hasSensors = (format: TrackFormat): boolean => format === 'csv' || format === 'geojson';

/** The sensors of a vehicle in the order of their names. */
export async function readFileSensors(db: Queryable, vehicleId: number): Promise<FileSensor[]> {
  const sensors = await readChartedSensors(db, [vehicleId]);
  return sensors.map(({ sensor, unit, smoothingS, organisationId }) => ({
    label: unit === '' ? sensor.name : `${sensor.name} (${unit})`,
    vehicleId,
    organisationId,
    sensor,
    smoothingS,
  }));
}

/** A value in a file: a number with at most three decimals, or a state in the words of the other columns. */
export function fileValue({ sensor }: FileSensor, value: SensorValue | null): number | string | null {
  if (typeof value === 'number') return Math.round(value * 1000) / 1000;
  if (value === null) return null;
  if (sensor.kind === 'door') return value ? 'open' : 'closed';
  return value ? 'on' : 'off';
}

const keyOf = (time: number, hash: number) => `${time}.${hash}`;

/** The fixes with their sensor readings; a smoothed sensor uses all earlier reports, as everywhere. */
export async function withSensors(
  db: Queryable,
  vehicleId: number,
  sensors: readonly FileSensor[],
  fixes: readonly FullFix[],
): Promise<readonly FullFix[]> {
  const [first, last] = [fixes[0], fixes.at(-1)];
  if (!first || !last || sensors.length === 0) return fixes;
  const smoothed = sensors.filter(({ smoothingS }) => smoothingS > 0);
  const found = new Map<FileSensor, Map<string, SensorValue>>();
  for (const sensor of smoothed) found.set(sensor, new Map());
  const range = { from: new Date(timeMs(first)), to: new Date(timeMs(last) + 1) };
  const warmMs = Math.max(0, ...smoothed.map(({ smoothingS }) => smoothingS)) * 1000;
  for (const span of smoothed.length > 0 ? await readSpans(db, [vehicleId], range) : []) {
    const since = Math.max(span.installedAt, span.from - warmMs);
    const spanRange = { deviceId: span.deviceId, from: new Date(since), to: new Date(span.to) };
    await readEach(db, smoothed, spanRange, ({ one, value, report, time }) => {
      found.get(one)?.set(keyOf(time, report.hash), value);
    });
  }
  const slices = inSlices('read-sensors', sensors[0]?.organisationId);
  const read: FullFix[] = [];
  for (const fix of fixes) {
    const time = timeMs(fix);
    const values = sensors.map((one) => {
      const smooth = found.get(one);
      return smooth ? (smooth.get(keyOf(time, fix.cursor.hash)) ?? null) : one.sensor.read(fix.attributes, time).value;
    });
    read.push({ ...fix, sensors: values });
    if (slices.isOver()) await slices.next();
  }
  return read;
}
