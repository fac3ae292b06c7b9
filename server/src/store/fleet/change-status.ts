import { fault } from '@milepost/contract/fault';
import type { VehicleStatus } from '@milepost/contract/vehicle-kinds';
import { fieldError } from '../../errors.ts';
import { type Actor, audited } from '../audit/audit.ts';
import type { Queryable } from '../database.ts';
import { markLate } from '../facts/tracking-states.ts';
import { onlyRow } from '../rows.ts';
import type { Scope } from '../scope.ts';
import { lockVehicle } from './vehicles.ts';

interface Wanted {
  status?: VehicleStatus | undefined;
  /** When it takes effect; null: now. */
  statusSince: string | null;
  /** The work order that sets it, and will also end it. */
  workOrderId?: number | undefined;
}

interface Former {
  status: VehicleStatus;
  since: Date | null;
  /** When the preceding status began; null if unknown. */
  before: Date | null;
  now: Date;
  /** The vehicle moved to another organisation. */
  moved: boolean;
}

/**
 * Changes the status of a vehicle, whose row is locked, or its start. Its facts from then on are recomputed, since
 * movement in the workshop raises no alarm. A vehicle that moved to another organisation keeps its last status.
 * @throws AppError `invalid` for a time in the future, or before the start of the preceding status
 */
export async function setStatus(db: Queryable, vehicleId: number, wanted: Wanted): Promise<void> {
  const former = onlyRow(
    await db.query<Former>(
      `SELECT v.status, v.status_since AS since, now() AS now, v.moved_at IS NOT NULL AS moved,
              (SELECT max(s.from_time) FROM vehicle_statuses s WHERE s.vehicle_id = v.id AND s.from_time < v.status_since) AS before
       FROM vehicles v WHERE v.id = $1`,
      [vehicleId],
    ),
  );
  if (former.moved) return;
  const status = wanted.status ?? former.status;
  const changes = status !== former.status;
  if (!changes && (wanted.statusSince === null || isSame(former.since, wanted.statusSince))) return;
  const since = wanted.statusSince === null ? former.now : new Date(wanted.statusSince);
  checkMoment(since, former.now, changes ? former.since : former.before);
  if (!changes && former.since !== null) {
    await db.query('DELETE FROM vehicle_statuses WHERE vehicle_id = $1 AND from_time = $2', [vehicleId, former.since]);
  }
  await db.query(
    'INSERT INTO vehicle_statuses (vehicle_id, from_time, status, work_order_id) VALUES ($1, $2, $3, $4)',
    [vehicleId, since, status, wanted.workOrderId ?? null],
  );
  await db.query('UPDATE vehicles SET status = $2, status_since = $3, version = version + 1 WHERE id = $1', [
    vehicleId,
    status,
    since,
  ]);
  const first = Math.min(since.getTime(), changes ? Infinity : (former.since?.getTime() ?? Infinity));
  await markFacts(db, vehicleId, first);
}

/**
 * Deletes the newest status of a vehicle, as if it had never been; returns its organisation.
 * @throws AppError `not-found` outside the scope
 */
export async function takeStatusBack(db: Queryable, scope: Scope, actor: Actor, vehicleId: number): Promise<number> {
  const organisationId = await lockVehicle(db, scope, vehicleId);
  await audited(db, actor, { subject: 'vehicle', id: vehicleId, action: 'change' }, async () => {
    const { rows } = await db.query<{ from_time: Date }>(
      `DELETE FROM vehicle_statuses WHERE vehicle_id = $1
         AND from_time = (SELECT max(from_time) FROM vehicle_statuses WHERE vehicle_id = $1) RETURNING from_time`,
      [vehicleId],
    );
    await db.query(
      `UPDATE vehicles v SET version = v.version + 1, status = coalesce(s.status, 'in-service'), status_since = s.from_time
       FROM (SELECT $1::int AS id) one
       LEFT JOIN LATERAL (SELECT status, from_time FROM vehicle_statuses WHERE vehicle_id = one.id
                          ORDER BY from_time DESC LIMIT 1) s ON true
       WHERE v.id = one.id`,
      [vehicleId],
    );
    if (rows[0]) await markFacts(db, vehicleId, rows[0].from_time.getTime());
    return vehicleId;
  });
  return organisationId;
}

const isSame = (since: Date | null, wanted: string) => since !== null && since.getTime() === Date.parse(wanted);

function checkMoment(since: Date, now: Date, after: Date | null): void {
  if (since > now) throw fieldError('invalid', { statusSince: 'moment-to-come' });
  if (after !== null && since <= after) {
    throw fieldError('invalid', { statusSince: fault('status-since-back', { since: after.toISOString() }) });
  }
}

/** Marked in the same transaction, so that the facts are recomputed even if this process crashes. */
async function markFacts(db: Queryable, vehicleId: number, since: number): Promise<void> {
  const { rows } = await db.query<{ id: number }>(
    'SELECT id FROM installations WHERE vehicle_id = $1 AND coalesce(removed_at, now()) > $2',
    [vehicleId, new Date(since)],
  );
  for (const { id } of rows) await markLate(db, id, since);
}
