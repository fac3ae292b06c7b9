import type { OperationOutput } from '@milepost/contract/operation';
import type { Operations } from '@milepost/contract/operations';
import type { Queryable } from '../database.ts';
import { readSpans } from '../telemetry/pieces.ts';
import { type ChartedSensor, readEach } from '../telemetry/sensor-lines.ts';
import { readNewestTimes } from './report-times.ts';

type SensorAt = OperationOutput<Operations['get-track-fix']>['sensors'][number];

/** How far back a value is searched for: many devices report their sensors with every tenth fix or so. */
const LOOK_BACK_S = 600;
/** The most reports that are searched: one a second for half an hour. */
const MAX_REPORTS = 2000;

/** The values of a vehicle's sensors up to a given time, each from the last report with a value. */
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
  const since = new Date(Math.max(span.installedAt, moment.getTime() - lookBackS * 1000));
  const range = { deviceId: span.deviceId, from: await lastReports(db, span.deviceId, since, to), to };
  const last = new Map<ChartedSensor, SensorAt>();
  await readEach(db, sensors, range, ({ one, value, time }) => {
    const { id, name, kind } = one.sensor;
    const { unit, normalMin, normalMax } = one;
    last.set(one, { id, name, kind, unit, normalMin, normalMax, value, at: new Date(time).toISOString() });
  });
  return sensors.flatMap((one) => last.get(one) ?? []);
}

/** The time since which there are as many reports of each kind as are searched. */
async function lastReports(db: Queryable, deviceId: number, since: Date, to: Date): Promise<Date> {
  const range = { deviceId, from: since.getTime() * 1000, to: to.getTime() * 1000 };
  const times = await readNewestTimes(db, range, MAX_REPORTS);
  const first = times.flatMap((ofKind) => (ofKind.length < MAX_REPORTS ? [] : ofKind.slice(-1)));
  return new Date(Math.max(range.from, ...first) / 1000);
}
