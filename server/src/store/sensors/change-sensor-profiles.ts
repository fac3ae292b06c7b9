import { AppError, fieldError } from '../../errors.ts';
import { type Actor, audited, saving } from '../audit/audit.ts';
import { setDeleted } from '../audit/set-deleted.ts';
import { withConflicts } from '../conflicts.ts';
import { type Database, inTransaction, type Queryable } from '../database.ts';
import { lockVehicle } from '../fleet/vehicles.ts';
import { checkQuota } from '../quotas.ts';
import { onlyRow } from '../rows.ts';
import { andSeen, organisationOf, type Scope } from '../scope.ts';
import { checkVersion } from '../versions.ts';
import { markFactsLate, markVehicleFactsLate, type PastMark } from './mark-facts-late.ts';
import { lockProfile } from './sensor-profiles.ts';

interface ProfileInput {
  id?: number | undefined;
  version?: number | undefined;
  organisationId?: number | undefined;
  vehicleId?: number | undefined;
  name: string;
}

/**
 * Adds a profile, empty or with copies of a vehicle's sensors, in which case it belongs to that vehicle's organisation;
 * or renames one.
 * @throws AppError `not-found`, `conflict` for a taken name or a change meanwhile
 */
export const saveSensorProfile = (
  database: Database,
  scope: Scope,
  actor: Actor,
  input: ProfileInput,
): Promise<number> =>
  withConflicts(() =>
    inTransaction(database, async (db) => {
      const { id, name, vehicleId } = input;
      if (id !== undefined) {
        await lockProfile(db, scope, id, false);
        await checkVersion(db, 'sensor-profile', id, input.version);
        await audited(db, actor, saving('sensor-profile', id), async () => {
          await db.query('UPDATE sensor_profiles SET name = $2, version = version + 1 WHERE id = $1', [id, name]);
          return id;
        });
        return id;
      }
      const organisationId =
        vehicleId === undefined ? organisationOf(scope, input.organisationId) : await lockVehicle(db, scope, vehicleId);
      const made = await audited(db, actor, saving('sensor-profile', undefined), async () => {
        const row = await db.query<{ id: number }>(
          'INSERT INTO sensor_profiles (organisation_id, name) VALUES ($1, $2) RETURNING id',
          [organisationId, name],
        );
        return onlyRow(row).id;
      });
      await checkQuota(db, 'sensor-profile', organisationId);
      if (vehicleId !== undefined) await copySensors(db, actor, vehicleId, made);
      return made;
    }),
  );

/** Hides a profile from now on, or restores it with its former vehicles. */
export const setProfileDeleted = (
  database: Database,
  scope: Scope,
  actor: Actor,
  id: number,
  deleted: boolean,
): Promise<{ organisationId: number; marks: readonly PastMark[] }> =>
  withConflicts(() =>
    inTransaction(database, async (db) => {
      const organisationId = await lockProfile(db, scope, id, !deleted);
      await setDeleted(db, actor, 'sensor-profile', id, deleted);
      const marks = deleted ? [] : await markFactsLate(db, { vehicleId: null, profileId: id }, null);
      return { organisationId, marks };
    }),
  );

interface Application {
  profileId: number | null;
  vehicleIds: readonly number[];
  /** Whether to recompute their facts. */
  past: boolean;
}

/**
 * Replaces the profile of vehicles, or (null) removes it; returns how many vehicles, and their organisations.
 * @throws AppError `not-found` if one of them is not visible, `invalid` if one belongs to another organisation
 */
export const applySensorProfile = (
  database: Database,
  scope: Scope,
  actor: Actor,
  { profileId, vehicleIds, past }: Application,
): Promise<{ changed: number; organisationIds: number[]; marks: readonly PastMark[] }> =>
  inTransaction(database, async (db) => {
    const owner = profileId === null ? null : await lockProfile(db, scope, profileId, false);
    const ids = [...new Set(vehicleIds)].toSorted((a, b) => a - b);
    const { rows } = await db.query<{ id: number; organisation_id: number; changes: boolean }>(
      `SELECT v.id, v.organisation_id, l.profile_id IS DISTINCT FROM $3::int AS changes
       FROM vehicles v LEFT JOIN vehicle_sensor_profiles l ON l.vehicle_id = v.id
       WHERE v.id = ANY($1) AND v.organisation_id = ANY($2) AND v.deleted_at IS NULL${andSeen(scope)}
       ORDER BY v.id FOR UPDATE OF v`,
      [ids, scope.organisationIds, profileId],
    );
    if (rows.length < ids.length) throw new AppError('not-found', 'no-vehicle');
    if (owner !== null && rows.some((row) => row.organisation_id !== owner)) {
      throw fieldError('invalid', { vehicleIds: 'profile-organisation' });
    }
    const changed = rows.filter(({ changes }) => changes).map(({ id }) => id);
    for (const id of changed) {
      await audited(db, actor, { subject: 'vehicle', id, action: 'change' }, async () => {
        await db.query(
          profileId === null
            ? 'DELETE FROM vehicle_sensor_profiles WHERE vehicle_id = $1 AND $2::int IS NULL'
            : `INSERT INTO vehicle_sensor_profiles (vehicle_id, profile_id) VALUES ($1, $2)
               ON CONFLICT (vehicle_id) DO UPDATE SET profile_id = excluded.profile_id`,
          [id, profileId],
        );
        return id;
      });
    }
    const marks = past ? await markVehicleFactsLate(db, changed, null) : [];
    return { marks, changed: changed.length, organisationIds: [...new Set(rows.map((row) => row.organisation_id))] };
  });

/** Copies a vehicle's own sensors, with their present definitions, to a profile. `db` must be in a transaction. */
async function copySensors(db: Queryable, actor: Actor, vehicleId: number, profileId: number): Promise<void> {
  const { rows } = await db.query<{ id: number }>(
    'SELECT id FROM sensors WHERE vehicle_id = $1 AND deleted_at IS NULL ORDER BY id',
    [vehicleId],
  );
  for (const { id } of rows) {
    await audited(db, actor, saving('sensor', undefined), async () => {
      // Earlier definitions stay with the vehicle, whose past they belong to.
      const made = await db.query<{ id: number }>(
        `INSERT INTO sensors (organisation_id, profile_id, name, kind, unit, normal_min, normal_max, versions)
         SELECT organisation_id, $2, name, kind, unit, normal_min, normal_max, jsonb_build_array(versions -> -1 || '{"from": null}')
         FROM sensors WHERE id = $1 RETURNING id`,
        [id, profileId],
      );
      return onlyRow(made).id;
    });
  }
}
