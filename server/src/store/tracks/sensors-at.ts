import type { RouteOutput } from '@milepost/contract/route';
import type { RouteTable } from '@milepost/contract/routes';
import { attributesOf, timeOf } from '@milepost/tracking/report';
import { readerOf } from '@milepost/tracking/sensors/smoothing';
import type { Queryable } from '../database.ts';
import { readSpans } from '../telemetry/pieces.ts';
import type { ChartedSensor } from '../telemetry/sensor-lines.ts';
import { readReports } from './reports.ts';

type SensorAt = RouteOutput<RouteTable['get-track-fix']>['sensors'][number];

/** A value is not looked for further back: many devices report their sensors with every tenth fix or so. */
const LOOK_BACK_S = 600;

/** What the sensors of a vehicle read up to a moment, each by the report that had a value last. */
export async function readSensorsAt(
  db: Queryable,
  sensors: readonly ChartedSensor[],
  moment: Date,
): Promise<SensorAt[]> {
  const [first] = sensors;
  if (!first) return [];
  const lookBackS = Math.max(LOOK_BACK_S, ...sensors.map(({ smoothingS }) => smoothingS));
  const to = new Date(moment.getTime() + 1);
  const spans = await readSpans(db, [first.vehicleId], { from: moment, to });
  const span = spans.at(-1);
  if (!span) return [];
  const since = Math.max(span.installedAt, moment.getTime() - lookBackS * 1000);
  const reports = await readReports(db, span.deviceId, new Date(since), to);
  return sensors.flatMap(({ sensor, unit }) => {
    const { id, name, kind } = sensor;
    const read = readerOf(sensor);
    let last: SensorAt | null = null;
    for (const report of reports) {
      const time = timeOf(report);
      const value = read(attributesOf(report), time);
      if (value !== null) last = { id, name, kind, unit, value, at: new Date(time).toISOString() };
    }
    return last ? [last] : [];
  });
}
