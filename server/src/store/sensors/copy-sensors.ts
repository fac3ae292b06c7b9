import { type Actor, audited, saving } from '../audit/audit.ts';
import type { Queryable } from '../database.ts';
import { onlyRow } from '../rows.ts';

/** Gives a profile sensors like a vehicle's own ones, as those are read now. `db` must be a transaction. */
export async function copySensors(db: Queryable, actor: Actor, vehicleId: number, profileId: number): Promise<void> {
  const { rows } = await db.query<{ id: number }>(
    'SELECT id FROM sensors WHERE vehicle_id = $1 AND deleted_at IS NULL ORDER BY id',
    [vehicleId],
  );
  for (const { id } of rows) {
    await audited(db, actor, saving('sensor', undefined), async () => {
      // What counted before is of the vehicle's own past.
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
