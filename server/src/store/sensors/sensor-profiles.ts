import type { SensorProfile } from '@milepost/contract/sensor-operations';
import { AppError } from '../../errors.ts';
import type { Queryable } from '../database.ts';
import { MAX_ROWS } from '../page.ts';
import { andSeen, type Scope } from '../scope.ts';
import { type SensorRow, toSensor } from './sensor-rows.ts';

type ProfileRow = Omit<SensorProfile, 'sensors'> & { sensors: SensorRow[] };

/** The profiles visible in the scope, with their sensors, by name. */
export async function listSensorProfiles(
  db: Queryable,
  scope: Scope,
  id: number | null = null,
): Promise<{ rows: SensorProfile[]; total: number }> {
  const { rows } = await db.query<ProfileRow & { total: number }>(
    `SELECT p.id, p.name, p.version, p.organisation_id AS "organisationId", o.name AS "organisationName",
            (SELECT count(*)::int FROM vehicle_sensor_profiles l JOIN vehicles v ON v.id = l.vehicle_id
              WHERE l.profile_id = p.id AND v.deleted_at IS NULL AND v.organisation_id = ANY($1)${andSeen(scope)}) AS vehicles,
            coalesce((SELECT json_agg(json_build_object('id', s.id, 'name', s.name, 'kind', s.kind, 'unit', s.unit,
                        'normalMin', s.normal_min, 'normalMax', s.normal_max, 'versions', s.versions, 'version', s.version) ORDER BY lower(s.name), s.id)
              FROM sensors s WHERE s.profile_id = p.id AND s.deleted_at IS NULL), '[]') AS sensors,
            count(*) OVER ()::int AS total
     FROM sensor_profiles p JOIN organisations o ON o.id = p.organisation_id
     WHERE p.organisation_id = ANY($1) AND p.deleted_at IS NULL AND ($2::int IS NULL OR p.id = $2)
     ORDER BY lower(p.name), p.id LIMIT ${MAX_ROWS}`,
    [scope.organisationIds, id],
  );
  return {
    rows: rows.map(({ total: _total, sensors, ...profile }) => ({ ...profile, sensors: sensors.map(toSensor) })),
    total: rows[0]?.total ?? 0,
  };
}

/** @throws AppError `not-found` outside the scope or deleted */
export async function getSensorProfile(db: Queryable, scope: Scope, id: number): Promise<SensorProfile> {
  const { rows } = await listSensorProfiles(db, scope, id);
  if (!rows[0]) throw noProfile();
  return rows[0];
}

/** Locks its row until the transaction ends; returns its organisation. @throws AppError `not-found` */
export async function lockProfile(db: Queryable, scope: Scope, id: number, deleted: boolean): Promise<number> {
  // A profile also concerns vehicles beyond a limit.
  const { rows } = await db.query<{ organisation_id: number }>(
    `SELECT organisation_id FROM sensor_profiles
     WHERE id = $1 AND organisation_id = ANY($2) AND (deleted_at IS NOT NULL) = $3 AND $4 FOR UPDATE`,
    [id, scope.organisationIds, deleted, scope.limit === null],
  );
  if (!rows[0]) throw noProfile();
  return rows[0].organisation_id;
}

const noProfile = (): AppError => new AppError('not-found', 'no-sensor-profile');
