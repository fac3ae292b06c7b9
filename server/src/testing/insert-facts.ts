import type { Queryable } from '../store/database.ts';
import { onlyRow } from '../store/rows.ts';

/** Facts as ingest would write them, for tests that read them. Times are ISO 8601; `end` is null for an open fact. */
interface Span {
  start: string;
  end: string | null;
  /** The duration of an open fact; otherwise the difference of both times. */
  durationS?: number;
}

const seconds = ({ start, end, durationS }: Span) =>
  durationS ?? (end === null ? 0 : (Date.parse(end) - Date.parse(start)) / 1000);

/** A vehicle with a device in it. */
export async function addTracked(
  db: Queryable,
  vehicle: { registration: string; organisationId?: number; groupId?: number | null },
): Promise<{ vehicleId: number; deviceId: number; installationId: number }> {
  const { registration, organisationId = 1, groupId = null } = vehicle;
  const made = await db.query<{ vehicleId: number; deviceId: number; installationId: number }>(
    `WITH v AS (INSERT INTO vehicles (organisation_id, registration, type, group_id) VALUES ($1, $2, 'van', $3)
                RETURNING id),
          d AS (INSERT INTO devices (organisation_id, identity, protocol) VALUES ($1, $2, 'gt06') RETURNING id)
     INSERT INTO installations (device_id, vehicle_id, installed_at) SELECT d.id, v.id, '2026-01-01' FROM v, d
     RETURNING vehicle_id AS "vehicleId", device_id AS "deviceId", id AS "installationId"`,
    [organisationId, registration, groupId],
  );
  return onlyRow(made);
}

type Of = { vehicleId: number; installationId: number };
/** Inserts the columns that every fact has, and the given ones. */
async function insert(db: Queryable, table: string, of: Of, start: string, values: Record<string, unknown>) {
  const all = {
    installation_id: of.installationId,
    vehicle_id: of.vehicleId,
    started_at: start,
    confirmed_at: start,
    ...values,
  };
  const names = Object.keys(all);
  const made = await db.query<{ id: number }>(
    `INSERT INTO ${table} (key, ${names.join(', ')})
     VALUES (gen_random_uuid()::text, ${names.map((_, index) => `$${index + 1}`).join(', ')}) RETURNING id`,
    Object.values(all),
  );
  return onlyRow(made).id;
}

export function insertTrip(
  db: Queryable,
  of: Of,
  trip: Span & {
    distanceM: number;
    idleS?: number;
    unseenS?: number;
    unseenM?: number;
    engineSource?: string;
    notes?: { reason: string; from: number; to: number; distanceM: number }[];
  },
): Promise<number> {
  return insert(db, 'trips', of, trip.start, {
    ended_at: trip.end,
    duration_s: seconds(trip),
    start_lat: -34.9,
    start_lon: -56.2,
    end_lat: -34.8,
    end_lon: -56.1,
    start_reason: 'ignition',
    end_reason: trip.end === null ? null : 'ignition',
    distance_m: trip.distanceM,
    idle_s: trip.idleS ?? 0,
    engine_source: trip.engineSource ?? 'wire',
    unseen_s: trip.unseenS ?? 0,
    average_kph: 30,
    max_kph: 60,
    overspeeds: 0,
    holes: 0,
    bridged_m: trip.unseenM ?? 0,
    unseen_m: trip.unseenM ?? 0,
    legs: '{}',
    notes: JSON.stringify(trip.notes ?? []),
  });
}

export function insertTagSpan(db: Queryable, of: Of, span: Span & { tag: string }): Promise<number> {
  return insert(db, 'tag_spans', of, span.start, {
    ended_at: span.end,
    duration_s: seconds(span),
    tag: span.tag,
    last_at: new Date(Date.parse(span.start) + seconds(span) * 1000).toISOString(),
  });
}

export function insertSwitch(db: Queryable, of: Of, span: Span & { name: string; sensorId?: number }): Promise<number> {
  return insert(db, 'switch_spans', of, span.start, {
    ended_at: span.end,
    duration_s: seconds(span),
    lat: -34.9,
    lon: -56.2,
    name: span.name,
    sensor_id: span.sensorId ?? null,
    last_at: new Date(Date.parse(span.start) + seconds(span) * 1000).toISOString(),
  });
}

/** Inserts the readings of a sensor from a start on: values by the second from which each was valid. */
export function insertReadings(
  db: Queryable,
  of: Of,
  span: Span & { sensorId: number; steps: readonly (readonly [second: number, value: number, moving?: boolean])[] },
): Promise<number> {
  const values = span.steps.map(([, value]) => value);
  const lasts = span.steps.map(([second], index) => (span.steps[index + 1]?.[0] ?? seconds(span)) - second);
  return insert(db, 'sensor_readings', of, span.start, {
    ended_at: span.end,
    duration_s: seconds(span),
    sensor_id: span.sensorId,
    low: Math.min(...values),
    high: Math.max(...values),
    value_s: values.reduce((sum, value, index) => sum + value * (lasts[index] ?? 0), 0),
    offsets: span.steps.map(([second]) => second * 1000),
    readings: values,
    lats: values.map(() => -34_900_000),
    lons: values.map(() => -56_200_000),
    moving: span.steps.some(([, , moving]) => moving !== undefined)
      ? span.steps.map(([, , moving]) => moving ?? false)
      : null,
  });
}

const EMPTY_SENSOR = {
  source: { attribute: 'none' },
  calibration: null,
  min: null,
  max: null,
  inverse: false,
  capacityL: null,
  from: null,
};

/** Adds a sensor of a vehicle, whose readings are inserted separately. */
export async function insertSensor(
  db: Queryable,
  of: Of,
  sensor: { name: string; kind: string; unit?: string; normalMin?: number; normalMax?: number },
): Promise<number> {
  const { name, kind, unit = '', normalMin = null, normalMax = null } = sensor;
  const { rows } = await db.query<{ id: number }>(
    `INSERT INTO sensors (organisation_id, vehicle_id, name, kind, unit, normal_min, normal_max, versions)
     SELECT organisation_id, id, $2, $3, $4, $5, $6, $7 FROM vehicles WHERE id = $1 RETURNING id`,
    [of.vehicleId, name, kind, unit, normalMin, normalMax, JSON.stringify([EMPTY_SENSOR])],
  );
  return rows[0]?.id ?? 0;
}

export function insertFuelChange(
  db: Queryable,
  of: Of,
  one: Span & {
    change: 'fill' | 'drop';
    litres: number;
    beforeL: number;
    sensorId?: number;
    sure?: boolean;
    lat?: number;
    lon?: number;
  },
): Promise<number> {
  return insert(db, 'fuel_changes', of, one.start, {
    ended_at: one.end,
    duration_s: seconds(one),
    lat: one.lat ?? 0,
    lon: one.lon ?? 0,
    sensor_id: one.sensorId ?? 1,
    change: one.change,
    litres: one.litres,
    before_l: one.beforeL,
    after_l: one.beforeL + (one.change === 'fill' ? one.litres : -one.litres),
    sure: one.sure ?? true,
  });
}

export function insertStop(
  db: Queryable,
  of: Of,
  stop: Span & { idleS?: number; unseenS?: number; unseen?: [from: string, to: string][]; engineSource?: string },
): Promise<number> {
  return insert(db, 'stops', of, stop.start, {
    ended_at: stop.end,
    duration_s: seconds(stop),
    lat: -34.9,
    lon: -56.2,
    start_reason: 'ignition',
    idle_s: stop.idleS ?? 0,
    engine_source: stop.engineSource ?? 'wire',
    unseen_s: stop.unseenS ?? 0,
    unseen: stop.unseen ? `{${stop.unseen.map(([from, to]) => `[${from},${to})`).join(',')}}` : null,
  });
}

export function insertIdle(db: Queryable, of: Of, idle: Span): Promise<number> {
  return insert(db, 'idles', of, idle.start, {
    ended_at: idle.end,
    duration_s: seconds(idle),
    lat: -34.9,
    lon: -56.2,
    engine_source: 'wire',
  });
}

export function insertTow(
  db: Queryable,
  of: Of,
  tow: Span & { distanceM: number; unseenS?: number; engineSource?: string },
): Promise<number> {
  return insert(db, 'tows', of, tow.start, {
    ended_at: tow.end,
    duration_s: seconds(tow),
    start_lat: -34.9,
    start_lon: -56.2,
    end_lat: -34.8,
    end_lon: -56.1,
    distance_m: tow.distanceM,
    max_kph: 40,
    unseen_s: tow.unseenS ?? 0,
    engine_source: tow.engineSource ?? 'wire',
  });
}

export async function insertFence(
  db: Queryable,
  fence: { name: string; organisationId?: number; tags?: string[] },
): Promise<number> {
  const shape = { kind: 'circle', centre: { lat: -34.9, lon: -56.2 }, radiusM: 500 };
  const made = await db.query<{ id: number }>(
    `INSERT INTO geofences (organisation_id, name, tags, shape, south, north, west, east, area_m2)
     VALUES ($1, $2, $3, $4, -34.91, -34.89, -56.21, -56.19, 785398) RETURNING id`,
    [fence.organisationId ?? 1, fence.name, fence.tags ?? [], JSON.stringify(shape)],
  );
  return onlyRow(made).id;
}

export function insertVisit(
  db: Queryable,
  of: Of,
  visit: Span & { fenceId: number; distanceM?: number },
): Promise<number> {
  return insert(db, 'visits', of, visit.start, {
    ended_at: visit.end,
    duration_s: seconds(visit),
    fence_id: visit.fenceId,
    distance_m: visit.distanceM ?? 100,
    entry_kph: 20,
    exit_kph: visit.end === null ? null : 15,
  });
}

/** An alarm, with a rule of its own. */
export async function insertAlarm(
  db: Queryable,
  of: Of,
  alarm: { start: string; clearedAt: string | null; acknowledgedAt?: string; organisationId?: number; rule?: string },
): Promise<number> {
  const rule = await db.query<{ id: number }>(
    `INSERT INTO alarm_rules (organisation_id, name, condition, severity, all_vehicles)
     VALUES ($1, $2, '{"kind":"overspeed"}', 'major', true) RETURNING id`,
    [alarm.organisationId ?? 1, alarm.rule ?? 'Too fast'],
  );
  return insert(db, 'alarms', of, alarm.start, {
    last_at: alarm.start,
    cleared_at: alarm.clearedAt,
    acknowledged_at: alarm.acknowledgedAt ?? null,
    rule_id: onlyRow(rule).id,
    severity: 'major',
    count: 1,
  });
}

/** The stored total of a day: an hour in trips, including ten minutes of idling, and some of everything else. */
export async function insertDay(
  db: Queryable,
  of: Of,
  { day, distanceM, trips = 1 }: { day: string; distanceM: number; trips?: number },
): Promise<void> {
  await db.query(
    `INSERT INTO day_totals (installation_id, key, confirmed_at, vehicle_id, day, started_at, ended_at, distance_m,
       trip_s, trip_idle_s, stop_s, idle_s, engine_s, trips, stops, idles, overspeeds, alarms, max_kph, bridged_m,
       positions, invalid, legs, unseen_s, engine_by, engine_known_s, tows, tow_m, tow_s, health)
     VALUES ($1, 'day:' || $2::text, now(), $3, $2::date, $2::date, $2::date + 1, $4, 3600, 600, 100, 900, 4000, $5,
       1, 1, 2, 0, 80, 0, 10, 0, '{}', 1200, '{"wire":3000,"movement":1000}', 5000, 1, 800, 240, '{}')`,
    [of.installationId, day, of.vehicleId, distanceM, trips],
  );
}
