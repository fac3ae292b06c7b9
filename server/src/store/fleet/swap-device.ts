import { fault, type FaultLike } from '@milepost/contract/fault';
import type { Installation } from '@milepost/contract/installation-operations';
import type { ParsedInput } from '@milepost/contract/operation';
import type { Operations } from '@milepost/contract/operations';
import { fieldError } from '../../errors.ts';
import { type Actor, audited } from '../audit/audit.ts';
import { type Database, inTransaction, type Queryable } from '../database.ts';
import { markLate } from '../facts/tracking-states.ts';
import { sealInstalled } from '../private-time/seal-installed.ts';
import { lockHolds, requireUnheldSince } from '../retention/require-unheld.ts';
import { onlyRow } from '../rows.ts';
import { andSeenDevice, type Scope, seesVehicle } from '../scope.ts';
import { checkVersion } from '../versions.ts';
import { lockInstallations } from './change-installations.ts';
import { getInstallation } from './installation-log.ts';
import { lockVehicle } from './vehicles.ts';

type Swap = ParsedInput<Operations['swap-device']>;
type Notes = Pick<Installation, 'technician' | 'place' | 'odometerM' | 'simNumber' | 'simOperator' | 'note'>;

/**
 * Ends the present installation of a vehicle and begins the next one at the same time, without a gap between them: late
 * data of the former device from before still counts for the vehicle.
 * @throws AppError `conflict` or `invalid` at the field: the device is elsewhere at that time, or the time is not
 * possible, or a legal hold covers a part of the time since
 */
export function swapDevice(
  database: Database,
  scope: Scope,
  actor: Actor,
  swap: Swap,
): Promise<{ installation: Installation; organisationId: number }> {
  return inTransaction(database, async (db) => {
    await lockHolds(db);
    const now = await lockInstallations(db);
    const organisationId = await lockVehicle(db, scope, swap.vehicleId);
    await checkDevice(db, scope, organisationId, swap.deviceId);
    const at = swap.at ?? now;
    if (Date.parse(at) > Date.parse(now)) throw fieldError('invalid', { at: 'not-in-future' });
    await checkTime(db, scope, swap, at);
    // Data of the present device since then would no longer count for the vehicle.
    await requireUnheldSince(db, [swap.vehicleId], at, now);
    let id = 0;
    await audited(db, actor, { subject: 'vehicle', id: swap.vehicleId, action: 'change' }, async () => {
      await endPresent(db, swap.vehicleId, at);
      await audited(db, actor, { subject: 'installation', id: null, action: 'create' }, async () => {
        id = await begin(db, swap, at);
        return id;
      });
      return swap.vehicleId;
    });
    await setSim(db, actor, swap.deviceId, swap.simNumber);
    return { installation: await getInstallation(db, scope, id), organisationId };
  });
}

async function checkDevice(db: Queryable, scope: Scope, organisationId: number, deviceId: number): Promise<void> {
  const { rowCount } = await db.query(
    `SELECT FROM devices WHERE id = $1 AND organisation_id = $2 AND deleted_at IS NULL${andSeenDevice(scope, 'id')}
     FOR UPDATE`,
    [deviceId, organisationId],
  );
  if (!rowCount) throw fieldError('conflict', { deviceId: 'device-unavailable' });
}

interface Span {
  vehicleId: number;
  registration: string;
  identity: string;
  from: Date;
  to: Date | null;
}

const refuse = (field: string, why: FaultLike) => fieldError('conflict', { [field]: why });

/** Neither the device nor the vehicle can have another installation after that time, except the one that ends now. */
async function checkTime(db: Queryable, scope: Scope, { vehicleId, deviceId }: Swap, at: string): Promise<void> {
  const { rows } = await db.query<Span>(
    `SELECT i.vehicle_id AS "vehicleId", v.registration, d.identity, i.installed_at AS from, i.removed_at AS to
     FROM installations i JOIN vehicles v ON v.id = i.vehicle_id JOIN devices d ON d.id = i.device_id
     WHERE (i.device_id = $1 OR i.vehicle_id = $2) AND coalesce(i.removed_at, 'infinity') > $3
       AND NOT (i.vehicle_id = $2 AND i.device_id <> $1 AND i.removed_at IS NULL AND i.installed_at < $3)
     ORDER BY i.device_id = $1 DESC, i.installed_at LIMIT 1`,
    [deviceId, vehicleId, at],
  );
  const [other] = rows;
  if (!other) return;
  const { registration, identity, from, to } = other;
  const during = to === null ? ([from.toISOString()] as const) : ([from.toISOString(), to.toISOString()] as const);
  if (other.vehicleId === vehicleId && to === null && from.getTime() < Date.parse(at)) {
    throw refuse('deviceId', 'device-is-in-it');
  }
  if (other.vehicleId === vehicleId) throw refuse('at', fault('vehicle-had-device', { identity, during }));
  // The message only includes the other vehicle if the caller can see it.
  throw refuse(
    'deviceId',
    seesVehicle(scope, other.vehicleId)
      ? fault('device-in-vehicle', { registration, during })
      : fault('device-elsewhere', { during }),
  );
}

/**
 * Ends the present installation. Its later data no longer counts and is marked here, so that the facts are recomputed
 * even after a crash.
 */
async function endPresent(db: Queryable, vehicleId: number, at: string): Promise<void> {
  const { rows } = await db.query<{ id: number }>(
    'UPDATE installations SET removed_at = $2 WHERE vehicle_id = $1 AND removed_at IS NULL RETURNING id',
    [vehicleId, at],
  );
  for (const { id } of rows) await markLate(db, id, Date.parse(at));
}

async function begin(db: Queryable, { vehicleId, deviceId, ...notes }: Swap, at: string): Promise<number> {
  // The speed unit is a property of the device, so the factor also applies in another vehicle.
  const made = await db.query<{ id: number }>(
    `INSERT INTO installations (device_id, vehicle_id, installed_at, speed_factor)
     SELECT $1, $2, $3, coalesce(
       (SELECT speed_factor FROM installations WHERE device_id = $1 ORDER BY installed_at DESC LIMIT 1), 1)
     RETURNING id`,
    [deviceId, vehicleId, at],
  );
  const { id } = onlyRow(made);
  await sealInstalled(db, id, Date.parse(at));
  await writeNotes(db, id, notes);
  return id;
}

async function writeNotes(db: Queryable, id: number, notes: Notes): Promise<void> {
  const { technician, place, odometerM, simNumber, simOperator, note } = notes;
  await db.query(
    `UPDATE installations SET technician = $2, place = $3, odometer_m = $4, sim_number = $5, sim_operator = $6, note = $7,
       version = version + 1
     WHERE id = $1`,
    [id, technician, place, odometerM, simNumber, simOperator, note],
  );
}

/** The inserted SIM belongs to the device from now on. */
async function setSim(db: Queryable, actor: Actor, id: number, simNumber: string | null): Promise<void> {
  if (simNumber === null) return;
  await audited(db, actor, { subject: 'device', id, action: 'change' }, async () => {
    await db.query('UPDATE devices SET sim_number = $2, version = version + 1 WHERE id = $1', [id, simNumber]);
    return id;
  });
}

/** Changes the notes of an installation. @throws AppError `conflict` if somebody else did meanwhile */
export function saveInstallation(
  database: Database,
  scope: Scope,
  actor: Actor,
  { id, version, ...notes }: ParsedInput<Operations['save-installation']>,
): Promise<{ installation: Installation; organisationId: number }> {
  return inTransaction(database, async (db) => {
    const { vehicleId, deviceId, to } = await getInstallation(db, scope, id);
    const organisationId = await lockVehicle(db, scope, vehicleId);
    // The engine source is set with the vehicle, so a change there also counts.
    await checkVersion(db, 'installation', id, version, [['vehicle', vehicleId]]);
    await audited(db, actor, { subject: 'installation', id, action: 'change' }, async () => {
      await writeNotes(db, id, notes);
      return id;
    });
    if (to === null) await setSim(db, actor, deviceId, notes.simNumber);
    return { installation: await getInstallation(db, scope, id), organisationId };
  });
}
