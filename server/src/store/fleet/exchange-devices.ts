import { fault } from '@milepost/contract/fault';
import type { DeviceExchange, ExchangeSide } from '@milepost/contract/installation-operations';
import { fieldError } from '../../errors.ts';
import { type Actor, audited } from '../audit/audit.ts';
import { type Database, inTransaction, type Queryable } from '../database.ts';
import { markLate } from '../facts/tracking-states.ts';
import { sealInstalled } from '../private-time/seal-installed.ts';
import { lockHolds, requireUnheldSince } from '../retention/require-unheld.ts';
import { onlyRow } from '../rows.ts';
import type { Scope } from '../scope.ts';
import { countPositions } from '../tracks/count-positions.ts';
import { microsSql } from '../tracks/device-range.ts';
import { lockInstallations } from './change-installations.ts';
import { lockVehicle } from './vehicles.ts';

/** Two vehicles and the time since which each has had the other's device, ISO 8601. */
export interface Exchange {
  vehicleId: number;
  otherVehicleId: number;
  at: string;
}

/** With the devices that the deciding person saw in them. */
export interface SeenExchange extends Exchange {
  deviceId: number;
  otherDeviceId: number;
}

interface Present {
  id: number;
  vehicleId: number;
  deviceId: number;
  registration: string;
  identity: string;
  from: Date;
}

/**
 * Gives each of two vehicles the other's device from a past time on: data of the devices since then counts for the
 * other vehicle, and its facts are recomputed. Repeating the exchange at the same time undoes it.
 * @throws AppError `not-found` outside the scope; `invalid` or `conflict` at the field, also if one of them has another
 * device by now, or a legal hold covers a part of that time
 * @returns the organisation of both
 */
export function exchangeDevices(database: Database, scope: Scope, actor: Actor, wanted: SeenExchange): Promise<number> {
  return inTransaction(database, async (db) => {
    await lockHolds(db);
    const now = await lockInstallations(db);
    const organisationId = await lockBoth(db, scope, wanted);
    const [one, other] = await readPresent(db, wanted, now);
    if (one.deviceId !== wanted.deviceId) throw fieldError('conflict', { vehicleId: 'exchange-changed' });
    if (other.deviceId !== wanted.otherDeviceId) throw fieldError('conflict', { otherVehicleId: 'exchange-changed' });
    const exchanged = async () => {
      for (const vehicle of [one, other]) {
        await db.query('SELECT FROM devices WHERE id = $1 FOR UPDATE', [vehicle.deviceId]);
        await db.query('UPDATE installations SET removed_at = $2 WHERE id = $1', [vehicle.id, wanted.at]);
        // Marked in this transaction, so that the recomputation also happens after a crash.
        await markLate(db, vehicle.id, Date.parse(wanted.at));
      }
      await putInto(db, actor, one, other, wanted.at);
      await putInto(db, actor, other, one, wanted.at);
    };
    // Both vehicles are read before a device is removed, so that the log shows which devices were in them.
    await asChange(db, actor, one, () => asChange(db, actor, other, exchanged));
    return organisationId;
  });
}

const asChange = (db: Queryable, actor: Actor, { vehicleId }: Present, change: () => Promise<unknown>) =>
  audited(db, actor, { subject: 'vehicle', id: vehicleId, action: 'change' }, async () => {
    await change();
    return vehicleId;
  });

/** In the order of their ids, to avoid deadlocks between two exchanges. */
async function lockBoth(db: Queryable, scope: Scope, { vehicleId, otherVehicleId }: Exchange): Promise<number> {
  if (vehicleId === otherVehicleId) throw fieldError('invalid', { otherVehicleId: 'exchange-with-itself' });
  const organisations = new Map<number, number>();
  for (const id of [vehicleId, otherVehicleId].toSorted((a, b) => a - b)) {
    organisations.set(id, await lockVehicle(db, scope, id));
  }
  const [organisationId] = organisations.values();
  if (organisationId === undefined || new Set(organisations.values()).size > 1) {
    throw fieldError('conflict', { otherVehicleId: 'exchange-elsewhere' });
  }
  return organisationId;
}

/**
 * The present devices of both vehicles. They must have been installed at the given time already: earlier devices are
 * not exchanged.
 */
async function readPresent(
  db: Queryable,
  { vehicleId, otherVehicleId, at }: Exchange,
  now: string,
): Promise<[Present, Present]> {
  if (Date.parse(at) > Date.parse(now)) throw fieldError('invalid', { at: 'not-in-future' });
  const { rows } = await db.query<Present>(
    `SELECT i.id, i.vehicle_id AS "vehicleId", i.device_id AS "deviceId", v.registration, d.identity, i.installed_at AS from
     FROM installations i JOIN vehicles v ON v.id = i.vehicle_id JOIN devices d ON d.id = i.device_id
     WHERE i.removed_at IS NULL AND i.vehicle_id IN ($1, $2)`,
    [vehicleId, otherVehicleId],
  );
  const presentIn = (id: number, field: string): Present => {
    const found = rows.find((row) => row.vehicleId === id);
    if (!found) throw fieldError('conflict', { [field]: 'exchange-without-device' });
    if (found.from.getTime() > Date.parse(at)) {
      const { registration, identity, from } = found;
      throw fieldError('conflict', {
        at: fault('exchange-too-early', { registration, identity, from: from.toISOString() }),
      });
    }
    return found;
  };
  const both: [Present, Present] = [presentIn(vehicleId, 'vehicleId'), presentIn(otherVehicleId, 'otherVehicleId')];
  await requireUnheldSince(db, [vehicleId, otherVehicleId], at, now);
  return both;
}

/**
 * Installs the device of another vehicle in this one. If it was in this vehicle until that time, as after an exchange,
 * the earlier installation continues.
 */
async function putInto(db: Queryable, actor: Actor, vehicle: Present, from: Present, at: string): Promise<void> {
  const { rows } = await db.query<{ id: number }>(
    `SELECT id FROM installations WHERE vehicle_id = $1 AND device_id = $2 AND removed_at = $3
     ORDER BY installed_at LIMIT 1`,
    [vehicle.vehicleId, from.deviceId, at],
  );
  const [before] = rows;
  if (!before) {
    await insertInstallation(db, actor, vehicle.vehicleId, from.deviceId, at);
    return;
  }
  await audited(db, actor, { subject: 'installation', id: before.id, action: 'change' }, async () => {
    await db.query('UPDATE installations SET removed_at = NULL WHERE id = $1', [before.id]);
    await sealInstalled(db, before.id, Date.parse(at));
    return before.id;
  });
  await markLate(db, before.id, Date.parse(at));
}

const insertInstallation = (db: Queryable, actor: Actor, vehicleId: number, deviceId: number, at: string) =>
  audited(db, actor, { subject: 'installation', id: null, action: 'create' }, async () => {
    // The speed unit is a property of the device and also applies in another vehicle, like its SIM.
    const made = await db.query<{ id: number }>(
      `INSERT INTO installations (device_id, vehicle_id, installed_at, speed_factor, sim_number, sim_operator)
       SELECT $1, $2, $3, coalesce(last.speed_factor, 1), last.sim_number, last.sim_operator
       FROM (SELECT) one LEFT JOIN LATERAL (SELECT * FROM installations WHERE device_id = $1
         ORDER BY installed_at DESC, id DESC LIMIT 1) last ON true
       RETURNING id`,
      [deviceId, vehicleId, at],
    );
    const { id } = onlyRow(made);
    await sealInstalled(db, id, Date.parse(at));
    return id;
  });

const textOf = (micros: number | null) => (micros === null ? null : new Date(micros / 1000).toISOString());

/**
 * The data that an exchange would move, without moving it. It counts years of positions, so it holds no lock meanwhile:
 * every change of an installation, in any organisation, would wait for it.
 * @throws AppError as `exchangeDevices`
 */
export async function previewExchange(db: Queryable, scope: Scope, wanted: Exchange): Promise<DeviceExchange> {
  const { now } = onlyRow(await db.query<{ now: string }>('SELECT clock_timestamp()::text AS now'));
  // Outside a transaction, the locks are released immediately.
  await lockBoth(db, scope, wanted);
  const [one, other] = await readPresent(db, wanted, now);
  return { one: await readSide(db, one, wanted.at), other: await readSide(db, other, wanted.at) };
}

/** The data that a vehicle passes on: the reports of its device since the given time. */
async function readSide(
  db: Queryable,
  { id, registration, identity, deviceId }: Present,
  at: string,
): Promise<ExchangeSide> {
  const { rows } = await db.query<{ from: number; to: number; trips: number; distanceM: number }>(
    `SELECT ${microsSql('$2::timestamptz')} AS from, ${microsSql('now()')} + 1 AS to, count(*)::int AS trips,
            coalesce(sum(distance_m), 0)::float8 AS "distanceM"
     FROM trips WHERE installation_id = $1 AND started_at >= $2`,
    [id, at],
  );
  const { from, to, trips, distanceM } = onlyRow({ rows });
  const { count, first, last } = await countPositions(db, { deviceId, from, to });
  return {
    registration,
    deviceId,
    identity,
    positions: count,
    first: textOf(first),
    last: textOf(last),
    trips,
    distanceM,
  };
}
