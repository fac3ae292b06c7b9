import { type Actor, audited, saving } from '../audit/audit.ts';
import type { Queryable } from '../database.ts';
import { onlyRow } from '../rows.ts';

/** Copies a vehicle's own sensors, with their present definitions, to a profile. `db` must be in a transaction. */
export async function copySensors(db: Queryable, actor: Actor, vehicleId: number, profileId: number): Promise<void> {
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
