import type { SeriesKey } from '@milepost/contract/history-operations';
import type { TelemetryKey } from '@milepost/contract/telemetry-operations';
import { isSignalKind } from '@milepost/contract/sensor-kinds';
import { attributesIn } from '@milepost/tracking/sensors/expression';
import { type AnyReport, attributesOf, timeOf } from '@milepost/tracking/report';
import { compileSensor, type Sensor, type SensorValue } from '@milepost/tracking/sensors/sensor';
import { readerOf } from '@milepost/tracking/sensors/smoothing';
import { inSlices } from '../../loop/slices.ts';
import type { Queryable } from '../database.ts';
import { SENSOR_COLUMNS, type SensorRow, toSensor } from '../sensors/sensor-rows.ts';
import { SENSORS_OF_VEHICLE } from '../sensors/sensors.ts';
import { type ReportRange, reportPieces } from '../tracks/reports.ts';
import type { Span } from './pieces.ts';
import type { Line } from './telemetry-series.ts';

/** A sensor of a vehicle for charts. */
export interface ChartedSensor {
  vehicleId: number;
  organisationId: number;
  key: string;
  kind: TelemetryKey['kind'];
  unit: string;
  normalMin: number | null;
  normalMax: number | null;
  sensor: Sensor;
  /** The attributes that it reads, or formerly read. */
  reads: readonly string[];
  /** The attribute that it reads; null for an expression. */
  attribute: string | null;
  /**
   * Its line is computed report by report: neither an expression nor a median can be computed from the steps of an
   * attribute.
   */
  byReport: boolean;
  /** The longest smoothing time of any definition, seconds. */
  smoothingS: number;
}

const PREFIX = 'sensor:';
export const isSensorKey = (key: string): boolean => key.startsWith(PREFIX);

/** The sensors of these vehicles. Those with the same name and unit have one key. */
export async function readChartedSensors(db: Queryable, vehicleIds: readonly number[]): Promise<ChartedSensor[]> {
  const { rows } = await db.query<SensorRow & { vehicleId: number; organisationId: number }>(
    `SELECT v.id AS "vehicleId", v.organisation_id AS "organisationId", s.* FROM vehicles v CROSS JOIN LATERAL (SELECT ${SENSOR_COLUMNS} FROM ${SENSORS_OF_VEHICLE}) s
     WHERE v.id = ANY($1) ORDER BY lower(s.name), s.id`,
    [vehicleIds],
  );
  return rows.map(({ vehicleId, organisationId, ...row }) => {
    const { id, name, kind, unit, normalMin, normalMax, versions } = row;
    const { attribute } = toSensor(row);
    const smoothingS = isSignalKind(kind) ? 0 : Math.max(0, ...versions.map((one) => one.smoothingS ?? 0));
    return {
      vehicleId,
      organisationId,
      key: `${PREFIX}${name}${unit === '' ? '' : ` (${unit})`}`,
      kind: isSignalKind(kind) ? 'flag' : 'number',
      unit,
      normalMin,
      normalMax,
      sensor: compileSensor({ id, name, kind, versions, until: null }),
      reads: versions.flatMap(({ source }) =>
        'attribute' in source ? [source.attribute] : attributesIn(source.expression),
      ),
      attribute,
      byReport: attribute === null || smoothingS > 0,
      smoothingS,
    };
  });
}

/** Attributes that are shown even if a sensor reads them. */
const NEVER_RAW = new Set(['speed', 'altitude', 'ignition', 'motion']);

/** The attributes that these sensors read, whose values are shown instead. */
export const rawNames = (sensors: readonly ChartedSensor[]): Set<string> =>
  new Set(sensors.flatMap(({ reads }) => reads).filter((name) => !NEVER_RAW.has(name)));

/** The sensor of a key as it is displayed. */
export const shownSensor = ({ sensor: { name, kind }, unit, normalMin, normalMax }: ChartedSensor) => ({
  name,
  kind,
  unit,
  normalMin,
  normalMax,
});

/** The same for sensors of several vehicles, with a normal range only if they all have the same. */
function shownOf(first: ChartedSensor, all: readonly ChartedSensor[]) {
  const isOne = all.every((one) => one.normalMin === first.normalMin && one.normalMax === first.normalMax);
  return { ...shownSensor(first), ...(!isOne && { normalMin: null, normalMax: null }) };
}

/** Marks the attributes that sensors read. */
export function markRaw<Key extends SeriesKey>(keys: readonly Key[], sensors: readonly ChartedSensor[]): Key[] {
  const raw = rawNames(sensors);
  return keys.map((one) => (raw.has(one.key) ? { ...one, raw: true } : one));
}

/**
 * The keys of sensors in addition to those of attributes; with the number of values of the attribute that a sensor
 * reads.
 */
export function sensorKeys(sensors: readonly ChartedSensor[], reported: readonly TelemetryKey[]): TelemetryKey[] {
  const values = new Map(reported.map((one) => [one.key, one.values]));
  const most = Math.max(0, ...values.values());
  return [...Map.groupBy(sensors, ({ key }) => key)].flatMap(([key, all]) => {
    const [first] = all;
    if (!first) return [];
    const counts = all.map(({ attribute }) => (attribute === null ? most : (values.get(attribute) ?? 0)));
    return [{ key, kind: first.kind, values: Math.max(...counts), vehicles: all.length, sensor: shownOf(first, all) }];
  });
}

/**
 * Converts the line of an attribute to that of its sensor: a calibration is monotonic, so the minimum and maximum of a
 * step remain so, or change places.
 */
export function lineOfSensor({ sensor, attribute }: ChartedSensor, line: Line): Line {
  const made: Line = { values: line.values, points: new Map() };
  for (const [at, ends] of line.points) {
    const read = ends.flatMap((raw) => figureOf(sensor.read({ [attribute ?? '']: raw }, at).value));
    if (read.length > 0) made.points.set(at, [Math.min(...read), Math.max(...read)]);
  }
  return made;
}

/** A sensor's value in a report. */
interface Reading<One> {
  one: One;
  value: SensorValue;
  report: AnyReport;
  time: number;
}

/**
 * Reads the reports of a range with sensors of one vehicle, in order, and yields each value. Works in slices of the
 * event loop: thirty expressions over the fixes of a day are seconds of work.
 */
export async function readEach<One extends Pick<ChartedSensor, 'sensor' | 'organisationId'>>(
  db: Queryable,
  sensors: readonly One[],
  range: ReportRange,
  take: (reading: Reading<One>) => void,
): Promise<void> {
  const readers = sensors.map((one) => ({ one, read: readerOf(one.sensor) }));
  for await (const reports of reportPieces(db, range)) {
    const slices = inSlices('read-sensors', sensors[0]?.organisationId);
    for (const report of reports) {
      const time = timeOf(report);
      for (const { one, read } of readers) {
        const value = read(attributesOf(report), time);
        if (value !== null) take({ one, value, report, time });
      }
      if (slices.isOver()) await slices.next();
    }
  }
}

/**
 * The lines of sensors with expressions or smoothing, computed report by report, by vehicle and key. `stepS`: the
 * length of steps; null: every value.
 */
export async function readReportLines(
  db: Queryable,
  spans: readonly Span[],
  sensors: readonly ChartedSensor[],
  stepS: number | null,
): Promise<Map<ChartedSensor, Line>> {
  const lines = new Map<ChartedSensor, Line>();
  for (const span of spans) {
    const own = sensors.filter(({ vehicleId }) => vehicleId === span.vehicleId);
    if (own.length === 0) continue;
    // Smoothing at the start of the chart needs earlier readings.
    const warmS = Math.max(...own.map(({ smoothingS }) => smoothingS));
    const since = Math.max(span.installedAt, span.from - warmS * 1000);
    const range = { deviceId: span.deviceId, from: new Date(since), to: new Date(span.to) };
    await readEach(db, own, range, ({ one, value, time }) => {
      const at = stepS === null ? time : Math.floor(time / (stepS * 1000)) * stepS * 1000;
      if (time >= span.from) put(lines, one, at, Number(value));
    });
  }
  return lines;
}

function put(lines: Map<ChartedSensor, Line>, of: ChartedSensor, at: number, value: number): void {
  const line = lines.get(of) ?? { values: 0, points: new Map() };
  lines.set(of, line);
  const held = line.points.get(at);
  line.points.set(at, held ? [Math.min(held[0], value), Math.max(held[1], value)] : [value, value]);
  line.values += 1;
}

const figureOf = (value: SensorValue | null): number[] => (value === null ? [] : [Number(value)]);
