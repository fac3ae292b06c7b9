import { MAX_SENSOR_DAYS, type SeriesKey } from '@milepost/contract/history-operations';
import type { Queryable } from '../database.ts';
import { readSpans } from '../telemetry/pieces.ts';
import {
  type ChartedSensor,
  isSensorKey,
  lineOfSensor,
  readChartedSensors,
  readReportLines,
  shownSensor,
} from '../telemetry/sensor-lines.ts';
import type { Line } from '../telemetry/telemetry-series.ts';
import { readTrackSeries, type TrackSeries } from './track-series.ts';

interface Range {
  from: Date;
  to: Date;
}

const DAY_MS = 86_400_000;

/** True when a sensor that is read report by report can be drawn for a range. */
const isShort = ({ from, to }: Range) => to.getTime() - from.getTime() <= MAX_SENSOR_DAYS * DAY_MS;

/** The sensors of a vehicle that can be drawn for a range in which its device reported these attributes. */
export function trackSensorKeys(
  sensors: readonly ChartedSensor[],
  reported: readonly SeriesKey[],
  range: Range,
): { keys: SeriesKey[]; notDrawn: string[] } {
  const known = new Set(reported.map(({ key }) => key));
  const there = sensors.filter(({ reads }) => reads.some((name) => known.has(name)));
  const drawn = there.filter(({ byReport }) => !byReport || isShort(range));
  return {
    keys: drawn.map((one) => ({ key: one.key, kind: one.kind, sensor: shownSensor(one) })),
    notDrawn: there.filter((one) => !drawn.includes(one)).map(({ sensor }) => sensor.name),
  };
}

/** The minimum and maximum of attributes and sensors in `buckets` equal parts of the range. */
export async function readTrackLines(
  db: Queryable,
  vehicleId: number,
  range: Range & { keys: readonly string[]; buckets: number },
): Promise<TrackSeries[]> {
  const { from, to, keys, buckets } = range;
  const charted = keys.some(isSensorKey) ? await readChartedSensors(db, [vehicleId]) : [];
  const sensors = charted.filter((one) => keys.includes(one.key) && (!one.byReport || isShort(range)));
  const attributes = sensors.flatMap((one) => (one.byReport ? [] : (one.attribute ?? [])));
  const read = [...new Set([...keys.filter((key) => !isSensorKey(key)), ...attributes])];
  const series = await readTrackSeries(db, vehicleId, { from, to, keys: read, buckets });
  const spans = sensors.some(({ byReport }) => byReport) ? await readSpans(db, [vehicleId], { from, to }) : [];
  const evaluated = await readReportLines(
    db,
    spans,
    sensors.filter(({ byReport }) => byReport),
    null,
  );
  const partMs = (to.getTime() - from.getTime()) / buckets;
  return keys.flatMap((key) => {
    const sensor = sensors.find((one) => one.key === key);
    if (!sensor) return series.filter((one) => one.key === key);
    const line = evaluated.get(sensor) ?? lineOfParts(sensor, series, from.getTime(), partMs);
    return [inParts(key, line, { from: from.getTime(), partMs, buckets })];
  });
}

/** The line of a sensor from the parts of the attribute that it reads. */
function lineOfParts(sensor: ChartedSensor, series: readonly TrackSeries[], from: number, partMs: number): Line {
  const raw: Line = { values: 0, points: new Map() };
  const read = series.find(({ key }) => key === sensor.attribute);
  if (!read || sensor.byReport) return raw;
  for (const [index, low] of read.min.entries()) {
    const high = read.max[index] ?? null;
    if (low !== null && high !== null) raw.points.set(from + index * partMs, [low, high]);
  }
  return lineOfSensor(sensor, raw);
}

function inParts(
  key: string,
  line: Line,
  { from, partMs, buckets }: { from: number; partMs: number; buckets: number },
): TrackSeries {
  const min = Array.from({ length: buckets }, (): number | null => null);
  const max = [...min];
  for (const [at, [low, high]] of line.points) {
    // Rounded as for attributes, so that the start of part 3 does not fall into part 2 by a floating-point error.
    const part = Math.floor((at - from) / partMs + 1e-9);
    if (part < 0 || part >= buckets) continue;
    min[part] = Math.min(low, min[part] ?? low);
    max[part] = Math.max(high, max[part] ?? high);
  }
  return { key, min, max };
}
