import { type Actor, audited } from '../audit/audit.ts';
import type { Queryable } from '../database.ts';
import { setStatus } from '../fleet/change-status.ts';

/**
 * Takes a vehicle off the road from now on, by a work order that takes it out of service. A vehicle that is in the
 * workshop, off the road or sold keeps its status.
 */
export async function takeOffRoad(db: Queryable, actor: Actor, vehicleId: number, workOrderId: number): Promise<void> {
  const { rowCount } = await db.query(`SELECT FROM vehicles WHERE id = $1 AND status = 'in-service' FOR UPDATE`, [
    vehicleId,
  ]);
  if (!rowCount) return;
  await audited(db, actor, { subject: 'vehicle', id: vehicleId, action: 'change' }, async () => {
    await setStatus(db, vehicleId, { status: 'off-road', statusSince: null, workOrderId });
    return vehicleId;
  });
}

/** Returns a vehicle to service that this work order took off the road, unless a person set another status since. */
export async function putBackInService(db: Queryable, actor: Actor, workOrderId: number): Promise<void> {
  const { rows } = await db.query<{ id: number }>(
    `SELECT v.id FROM vehicles v JOIN vehicle_statuses s ON s.vehicle_id = v.id AND s.from_time = v.status_since
     WHERE s.work_order_id = $1 AND s.status = v.status FOR UPDATE OF v`,
    [workOrderId],
  );
  for (const { id } of rows) {
    await audited(db, actor, { subject: 'vehicle', id, action: 'change' }, async () => {
      await setStatus(db, id, { status: 'in-service', statusSince: null });
      return id;
    });
  }
}
