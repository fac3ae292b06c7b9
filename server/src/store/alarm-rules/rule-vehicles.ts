import type { Queryable } from '../database.ts';
import type { HolderFields } from './check-rule.ts';

export interface RuleVehicle {
  vehicleId: number;
  registration: string;
}

/** The vehicles of an organisation that a rule would cover, by registration. */
export async function listRuleVehicles(
  db: Queryable,
  organisationId: number,
  rule: HolderFields,
): Promise<RuleVehicle[]> {
  const { rows } = await db.query<RuleVehicle>(
    `SELECT id AS "vehicleId", registration FROM vehicles
     WHERE organisation_id = $1 AND deleted_at IS NULL AND ($2 OR id = ANY($3) OR group_id = ANY($4) OR type = ANY($5))
     ORDER BY lower(registration), id`,
    [organisationId, rule.allVehicles, rule.vehicleIds, rule.groupIds, rule.vehicleTypes],
  );
  return rows;
}
