import { attributesOf, timeOf } from '@milepost/tracking/report';
import type { Attributes } from '@milepost/protocols/types';
import { compileSensor, type Sensor } from '@milepost/tracking/sensors/sensor';
import type { Queryable } from '../database.ts';
import { SENSOR_COLUMNS, type SensorRow } from '../sensors/sensor-rows.ts';
import { SENSORS_OF_VEHICLE } from '../sensors/sensors.ts';
import { readSpans } from '../telemetry/pieces.ts';
import { reportPieces } from '../tracks/reports.ts';
import type { RunMade } from './write-run-facts.ts';

interface Range {
  minC: number | null;
  maxC: number | null;
}

/** By run: when its readings were counted, epoch milliseconds, and for which range. */
export type ColdCounts = Map<number, Range & { at: number }>;

/**
 * The interval for counting a run in progress again: each position at a stop recomputes its facts, and counting reads
 * all data of the vehicle since the start.
 */
const COUNT_EVERY_MS = 60_000;

/** The attributes that devices report, used if no sensor is defined. */
const ATTRIBUTE = /^temperature\d*C$/;

/**
 * Writes how many temperature readings were within the load's range, for runs whose load has one, while each vehicle
 * was on the run: by the temperature sensors of the vehicle, otherwise by the attributes of its device. Returns the
 * runs that changed.
 * @param counts a cache for runs in progress, kept between calls
 * @param now epoch milliseconds
 */
export async function writeRunCold(
  db: Queryable,
  made: readonly RunMade[],
  counts: ColdCounts,
  now: number,
): Promise<number[]> {
  const ids = made.filter(({ facts }) => facts.begunAt !== null).map(({ run }) => run.id);
  const { rows: ranges } = await db.query<Range & { id: number }>(
    `SELECT id, (load->>'minC')::float8 AS "minC", (load->>'maxC')::float8 AS "maxC" FROM route_runs
      WHERE id = ANY($1) AND (load->>'minC' IS NOT NULL OR load->>'maxC' IS NOT NULL)`,
    [ids],
  );
  const counted = [];
  const asBefore = new Set<number>();
  for (const { id, ...range } of ranges) {
    const run = made.find((one) => one.run.id === id);
    if (!run) continue;
    const goesOn = run.facts.endedAt === null && !run.isOver;
    const last = counts.get(id);
    if (goesOn && last && now - last.at < COUNT_EVERY_MS && last.minC === range.minC && last.maxC === range.maxC) {
      asBefore.add(id);
      continue;
    }
    if (goesOn) counts.set(id, { ...range, at: now });
    else counts.delete(id);
    counted.push({ id, ...(await countOf(db, run, range)) });
  }
  const { rows } = await db.query<{ run_id: number }>(
    `UPDATE run_facts f SET (cold, cold_of) = (s.cold, s.all)
       FROM (SELECT r.id, coalesce(c.cold, 0) AS cold, coalesce(c.all, 0) AS all FROM unnest($1::int[]) r (id)
               LEFT JOIN json_to_recordset($2::json) AS c (id int, cold int, "all" int) ON c.id = r.id) s
      WHERE f.run_id = s.id AND (f.cold, f.cold_of) IS DISTINCT FROM (s.cold, s.all) RETURNING f.run_id`,
    [made.map(({ run }) => run.id).filter((id) => !asBefore.has(id)), JSON.stringify(counted)],
  );
  return rows.map(({ run_id }) => run_id);
}

async function countOf(db: Queryable, { run, facts }: RunMade, { minC, maxC }: Range) {
  const [begun, ended] = [facts.begunAt ?? run.plan.from, facts.endedAt ?? run.plan.until];
  const count = { cold: 0, all: 0 };
  for (const { vehicleId, from, until } of run.turns) {
    const [since, to] = [Math.max(begun, from), Math.min(ended, until)];
    if (since >= to) continue;
    const sensors = await readThermometers(db, vehicleId);
    for (const span of await readSpans(db, [vehicleId], { from: new Date(since), to: new Date(to) })) {
      const range = { deviceId: span.deviceId, from: new Date(span.from), to: new Date(span.to) };
      for await (const reports of reportPieces(db, range)) {
        for (const report of reports) {
          for (const value of readingsOf(attributesOf(report), sensors, timeOf(report))) {
            count.all += 1;
            if (value >= (minC ?? -Infinity) && value <= (maxC ?? Infinity)) count.cold += 1;
          }
        }
      }
    }
  }
  return count;
}

async function readThermometers(db: Queryable, vehicleId: number): Promise<Sensor[]> {
  const { rows } = await db.query<SensorRow>(
    `SELECT s.* FROM vehicles v CROSS JOIN LATERAL (SELECT ${SENSOR_COLUMNS} FROM ${SENSORS_OF_VEHICLE}) s
      WHERE v.id = $1 AND s.kind = 'temperature'`,
    [vehicleId],
  );
  return rows.map(({ id, name, kind, versions }) => compileSensor({ id, name, kind, versions, until: null }));
}

function readingsOf(attributes: Attributes, sensors: readonly Sensor[], time: number): number[] {
  const values =
    sensors.length > 0
      ? sensors.map((sensor) => sensor.read(attributes, time).value)
      : Object.entries(attributes).map(([name, value]) => (ATTRIBUTE.test(name) ? value : null));
  return values.filter((value) => typeof value === 'number');
}
