import type { Client } from 'pg';

/** Writes the vehicles of runs that were inserted without their triggers. */
export async function seedRunVehicles(db: Client): Promise<void> {
  await db.query(
    `INSERT INTO run_vehicles (run_id, vehicle_id, starts_at, held)
     SELECT id, vehicle_id, starts_at, tstzrange(starts_at, ends_at) FROM route_runs WHERE vehicle_id IS NOT NULL`,
  );
}
