import { fault } from '@milepost/contract/fault';
import { MAX_SENSORS } from '@milepost/contract/sensor-kinds';
import type { SensorKind } from '@milepost/tracking/sensors/sensor';
import { AppError } from '../../errors.ts';
import { type Actor, audited, saving } from '../audit/audit.ts';
import { setDeleted } from '../audit/set-deleted.ts';
import { withConflicts } from '../conflicts.ts';
import { type Database, inTransaction, type Queryable } from '../database.ts';
import { lockVehicle } from '../fleet/vehicles.ts';
import { onlyRow } from '../rows.ts';
import type { Scope } from '../scope.ts';
import { checkVersion } from '../versions.ts';
import { type Holder, type PastMark, markFactsLate } from './mark-facts-late.ts';
import { definitionOf, type ReadingInput, type SensorVersion } from './sensor-rows.ts';
import { lockProfile } from './sensor-profiles.ts';
import { noSensor } from './sensors.ts';
import { withVersion } from './sensor-versions.ts';

interface SensorInput extends ReadingInput {
  id?: number | undefined;
  version?: number | undefined;
  vehicleId?: number | undefined;
  profileId?: number | undefined;
  name: string;
  kind: SensorKind;
  unit: string;
  normalMin: number | null;
  normalMax: number | null;
  /** When it takes effect, epoch milliseconds; null: always. */
  from: number | null;
}

interface SavedSensor {
  id: number;
  organisationId: number;
  /** The facts to recompute. */
  marks: readonly PastMark[];
}

/**
 * Adds a sensor to a vehicle or a profile, or changes one, whose kind and owner cannot change. If it applies to past
 * reports, the facts are marked for recomputation.
 * @throws AppError `not-found` outside the scope, `conflict` for a taken name, too many, or a change meanwhile
 */
export const saveSensor = (database: Database, scope: Scope, actor: Actor, input: SensorInput): Promise<SavedSensor> =>
  withConflicts(() =>
    inTransaction(database, async (db) => {
      const saved =
        input.id === undefined ? await addSensor(db, scope, actor, input) : await change(db, scope, actor, input);
      const isPast = input.from === null || input.from < Date.now() - 1000;
      const marks = isPast ? await markFactsLate(db, saved.holder, input.from) : [];
      return { id: saved.id, organisationId: saved.organisationId, marks };
    }),
  );

async function addSensor(db: Queryable, scope: Scope, actor: Actor, input: SensorInput) {
  const holder = { vehicleId: input.vehicleId ?? null, profileId: input.profileId ?? null };
  if ((holder.vehicleId === null) === (holder.profileId === null)) throw new AppError('invalid', 'choose-vehicle');
  const organisationId = await lockHolder(db, scope, holder);
  await checkRoom(db, holder);
  const id = await audited(db, actor, saving('sensor', undefined), async () => {
    const made = await db.query<{ id: number }>(
      `INSERT INTO sensors (organisation_id, vehicle_id, profile_id, name, kind, unit, normal_min, normal_max, versions)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING id`,
      [
        organisationId,
        holder.vehicleId,
        holder.profileId,
        input.name,
        input.kind,
        input.unit,
        input.normalMin,
        input.normalMax,
        JSON.stringify(withVersion([], definitionOf(input), input.from)),
      ],
    );
    return onlyRow(made).id;
  });
  return { id, organisationId, holder };
}

async function change(db: Queryable, scope: Scope, actor: Actor, input: SensorInput) {
  const id = input.id ?? 0;
  const found = await lockSensor(db, scope, id, false);
  await checkVersion(db, 'sensor', id, input.version);
  await audited(db, actor, saving('sensor', id), async () => {
    await db.query(
      `UPDATE sensors SET name = $2, unit = $3, normal_min = $4, normal_max = $5, versions = $6, version = version + 1
       WHERE id = $1`,
      [
        id,
        input.name,
        input.unit,
        input.normalMin,
        input.normalMax,
        JSON.stringify(withVersion(found.versions, definitionOf(input), input.from)),
      ],
    );
    return id;
  });
  return { id, organisationId: found.organisationId, holder: found };
}

/** Removes a sensor from now on, or restores it; returns its organisation. @throws AppError as `saveSensor` */
export const setSensorDeleted = (
  database: Database,
  scope: Scope,
  actor: Actor,
  id: number,
  deleted: boolean,
): Promise<number> =>
  withConflicts(() =>
    inTransaction(database, async (db) => {
      const found = await lockSensor(db, scope, id, !deleted);
      if (!deleted) await checkRoom(db, found);
      await setDeleted(db, actor, 'sensor', id, deleted);
      return found.organisationId;
    }),
  );

interface LockedSensor extends Holder {
  organisationId: number;
  versions: SensorVersion[];
}

/** Locks the row of its vehicle or profile until the transaction ends, and so its sensors. */
async function lockSensor(db: Queryable, scope: Scope, id: number, deleted: boolean): Promise<LockedSensor> {
  const read = () =>
    db.query<LockedSensor>(
      `SELECT organisation_id AS "organisationId", vehicle_id AS "vehicleId", profile_id AS "profileId", versions
       FROM sensors WHERE id = $1 AND organisation_id = ANY($2) AND (deleted_at IS NOT NULL) = $3`,
      [id, scope.organisationIds, deleted],
    );
  const [seen] = (await read()).rows;
  if (!seen) throw noSensor();
  await lockHolder(db, scope, seen);
  const [locked] = (await read()).rows;
  if (!locked) throw noSensor();
  return locked;
}

function lockHolder(db: Queryable, scope: Scope, { vehicleId, profileId }: Holder): Promise<number> {
  return vehicleId === null ? lockProfile(db, scope, profileId ?? 0, false) : lockVehicle(db, scope, vehicleId);
}

async function checkRoom(db: Queryable, { vehicleId, profileId }: Holder): Promise<void> {
  const { rowCount } = await db.query(
    `SELECT FROM sensors WHERE (vehicle_id = $1 OR profile_id = $2) AND deleted_at IS NULL OFFSET $3 LIMIT 1`,
    [vehicleId, profileId, MAX_SENSORS - 1],
  );
  if (rowCount) throw new AppError('conflict', fault('most-sensors', { most: MAX_SENSORS }));
}
