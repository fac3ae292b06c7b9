import type { Severity } from '@milepost/contract/fact-operations';
import type { Queryable } from '../store/database.ts';
import { onlyRow } from '../store/rows.ts';

/** Adds a vehicle with a device in it since 2020, with the device's present position if given. */
export async function addTrackedVehicle(
  db: Queryable,
  organisationId: number,
  registration: string,
  at?: { lat: number; lon: number },
): Promise<{ vehicleId: number; installationId: number; deviceId: number }> {
  const made = await db.query<{ vehicleId: number; installationId: number; deviceId: number }>(
    `WITH v AS (INSERT INTO vehicles (organisation_id, registration, type) VALUES ($1, $2, 'van') RETURNING id),
          d AS (INSERT INTO devices (organisation_id, identity) VALUES ($1, $2) RETURNING id)
     INSERT INTO installations (device_id, vehicle_id, installed_at) SELECT d.id, v.id, '2020-01-01' FROM d, v
     RETURNING id AS "installationId", vehicle_id AS "vehicleId", device_id AS "deviceId"`,
    [organisationId, registration],
  );
  const ids = onlyRow(made);
  if (at) {
    await db.query(
      `INSERT INTO device_states (device_id, heard_at, fix_time, received_at, lat, lon, speed_dkph, flags, attributes, tracking)
       VALUES ($1, now(), now(), now(), $2, $3, 0, 1, '{}', '{}')`,
      [ids.deviceId, Math.round(at.lat * 1e7), Math.round(at.lon * 1e7)],
    );
  }
  return ids;
}

export async function addRule(
  db: Queryable,
  organisationId: number,
  rule: { name: string; severity: Severity; condition: object },
): Promise<number> {
  const made = await db.query<{ id: number }>(
    `INSERT INTO alarm_rules (organisation_id, name, condition, severity, all_vehicles)
     VALUES ($1, $2, $3, $4, true) RETURNING id`,
    [organisationId, rule.name, rule.condition, rule.severity],
  );
  return onlyRow(made).id;
}

export interface AlarmSeed {
  vehicleId: number;
  installationId: number;
  ruleId: number;
  severity: Severity;
  startedAt: string;
  clearedAt?: string | null;
  at?: { lat: number; lon: number } | null;
  value?: number | null;
  about?: string | null;
}

/** Inserts an alarm as tracking would, with its time as the key. Returns its id. */
export async function addAlarm(db: Queryable, seed: AlarmSeed): Promise<number> {
  const made = await db.query<{ id: number }>(
    `INSERT INTO alarms (installation_id, key, vehicle_id, rule_id, confirmed_at, started_at, last_at, cleared_at,
       count, lat, lon, value, about, severity)
     VALUES ($1, $2, $3, $4, $5, $5, $5, $6, 1, $7, $8, $9, $10, $11) RETURNING id`,
    [
      seed.installationId,
      `alarm:${seed.ruleId}:${seed.startedAt}`,
      seed.vehicleId,
      seed.ruleId,
      seed.startedAt,
      seed.clearedAt ?? null,
      seed.at?.lat ?? null,
      seed.at?.lon ?? null,
      seed.value ?? null,
      seed.about ?? null,
      seed.severity,
    ],
  );
  return onlyRow(made).id;
}
