import type { Queryable } from '../database.ts';
import { markLate } from '../facts/tracking-states.ts';

/** A vehicle, and the time in which a work order takes it out of service. */
export interface OutOfService {
  vehicleId: number;
  from: Date | null;
  to: Date | null;
}

/** The time in which a work order, whose row is locked, takes its vehicle out of service; null if it does not. */
export async function readOutOfService(db: Queryable, id: number): Promise<OutOfService | null> {
  const { rows } = await db.query<OutOfService>(
    `SELECT vehicle_id AS "vehicleId", out_from AS "from", out_to AS "to" FROM work_orders
     WHERE id = $1 AND out_from IS NOT NULL AND state <> 'cancelled' AND deleted_at IS NULL`,
    [id],
  );
  return rows[0] ?? null;
}

/**
 * Marks the facts affected by a change of a work order, from the first time at which the vehicle's out-of-service state
 * differs. In the same transaction, so that the recomputation also happens after a crash.
 */
export async function markOutOfService(
  db: Queryable,
  before: OutOfService | null,
  after: OutOfService | null,
): Promise<void> {
  if (before?.vehicleId !== after?.vehicleId) {
    await markFrom(db, before?.vehicleId, before?.from ?? null);
    await markFrom(db, after?.vehicleId, after?.from ?? null);
    return;
  }
  const bounds = (['from', 'to'] as const).flatMap((bound) => {
    const [was, is] = [before?.[bound]?.getTime() ?? Infinity, after?.[bound]?.getTime() ?? Infinity];
    return was === is ? [] : [Math.min(was, is)];
  });
  if (bounds.length > 0) await markFrom(db, after?.vehicleId, new Date(Math.min(...bounds)));
}

async function markFrom(db: Queryable, vehicleId: number | undefined, from: Date | null): Promise<void> {
  // Future times have no facts yet.
  if (vehicleId === undefined || from === null || from.getTime() > Date.now()) return;
  const { rows } = await db.query<{ id: number }>(
    'SELECT id FROM installations WHERE vehicle_id = $1 AND coalesce(removed_at, now()) > $2',
    [vehicleId, from],
  );
  for (const { id } of rows) await markLate(db, id, from.getTime());
}
