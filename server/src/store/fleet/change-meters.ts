import { fault } from '@milepost/contract/fault';
import type { Meter } from '@milepost/contract/vehicle-kinds';
import { AppError, fieldError } from '../../errors.ts';
import { type Actor, audited } from '../audit/audit.ts';
import { setDeleted } from '../audit/set-deleted.ts';
import { type Database, inTransaction, type Queryable } from '../database.ts';
import { onlyRow } from '../rows.ts';
import type { Scope } from '../scope.ts';
import { vehicleOfReading } from './meters.ts';
import { requireCome } from './moved-vehicles.ts';
import { moveServiceReadings } from './service-readings.ts';
import { lockVehicle } from './vehicles.ts';

export interface NewReading {
  vehicleId: number;
  meter: Meter;
  /** Metres or seconds. */
  value: number;
  /** Null: now. */
  at: string | null;
  note: string | null;
}

/**
 * Adds a reading of a meter; the present value is counted from the newest one.
 * @throws AppError `not-found` outside the scope, `invalid` if it is less than an earlier or more than a later reading
 */
export function addReading(database: Database, scope: Scope, actor: Actor, reading: NewReading): Promise<number> {
  return inTransaction(database, async (db) => {
    await lockVehicle(db, scope, reading.vehicleId);
    const { at, day } = onlyRow(
      await db.query<{ at: Date; day: string }>(
        `SELECT said.at, (said.at AT TIME ZONE o.time_zone)::date::text AS day
         FROM (SELECT coalesce($1::timestamptz, now()) AS at) said, vehicles v JOIN organisations o ON o.id = v.organisation_id
         WHERE v.id = $2`,
        [reading.at, reading.vehicleId],
      ),
    );
    if (at.getTime() > Date.now()) throw fieldError('invalid', { at: 'moment-to-come' });
    await requireCome(db, scope, reading.vehicleId, { day });
    await moveServiceReadings(db, reading, at);
    await checkOrder(db, reading, at);
    await audited(db, actor, { subject: 'meter', id: null, action: 'create' }, async () => {
      const made = await db.query<{ id: number }>(
        `INSERT INTO meter_readings (vehicle_id, meter, at, value, note, added_by) VALUES ($1, $2, $3, $4, $5, $6)
         RETURNING id`,
        [reading.vehicleId, reading.meter, at, reading.value, reading.note, actor.userId],
      );
      return onlyRow(made).id;
    });
    return reading.vehicleId;
  });
}

/**
 * Deletes a reading, or restores it; returns its vehicle.
 * @throws AppError as `addReading`, `conflict` for the reading of a service
 */
export function setReadingDeleted(
  database: Database,
  scope: Scope,
  actor: Actor,
  id: number,
  deleted: boolean,
): Promise<number> {
  return inTransaction(database, async (db) => {
    const vehicleId = await vehicleOfReading(db, scope, id);
    if (vehicleId === null) throw new AppError('not-found', 'no-reading');
    await lockVehicle(db, scope, vehicleId);
    const { rows } = await db.query<{ meter: Meter; value: number; at: Date; source: string }>(
      'SELECT meter, value, at, source FROM meter_readings WHERE id = $1 AND (deleted_at IS NULL) = $2',
      [id, deleted],
    );
    const [found] = rows;
    if (!found) throw new AppError('not-found', 'no-reading');
    if (found.source === 'service') throw new AppError('conflict', 'reading-of-service');
    if (!deleted) {
      await moveServiceReadings(db, { vehicleId, ...found }, found.at);
      await checkOrder(db, { vehicleId, ...found }, found.at);
    }
    await setDeleted(db, actor, 'meter', id, deleted);
    return vehicleId;
  });
}

/** The adjacent readings must be consistent, as a meter only increases. The vehicle is locked. */
async function checkOrder(
  db: Queryable,
  { vehicleId, meter, value }: Pick<NewReading, 'vehicleId' | 'meter' | 'value'>,
  at: Date,
): Promise<void> {
  const { rows } = await db.query<{ value: number; at: Date }>(
    `SELECT value, at FROM meter_readings
     WHERE vehicle_id = $1 AND meter = $2 AND deleted_at IS NULL
       AND (at = $3 OR (at < $3 AND value > $4) OR (at > $3 AND value < $4))
     ORDER BY abs(extract(epoch FROM at - $3::timestamptz)) LIMIT 1`,
    [vehicleId, meter, at, value],
  );
  const [other] = rows;
  if (!other) return;
  if (other.at.getTime() === at.getTime()) throw fieldError('conflict', { at: 'reading-moment' });
  const moment = other.at.toISOString();
  throw fieldError('invalid', {
    value:
      meter === 'odometer'
        ? fault('odometer-order', { reading: other.value, at: moment })
        : fault('engine-hours-order', { reading: other.value / 3600, at: moment }),
  });
}
