/** The columns that decide whether a rule raises an alarm, with the SQL of their new values. */
interface NewRule {
  condition: string;
  schedule: string;
  allVehicles: string;
  vehicleIds: string;
  groupIds: string;
  vehicleTypes: string;
  enabled: string;
}

/**
 * SQL for the time since which a rule has been in its present form, for an UPDATE with these values: now if any
 * differs. The rule raises no alarms for earlier times, even if the data arrives late.
 */
export const holdsSince = ({
  condition,
  schedule,
  allVehicles,
  vehicleIds,
  groupIds,
  vehicleTypes,
  enabled,
}: NewRule): string => `
  CASE WHEN (condition, schedule, all_vehicles, vehicle_ids, group_ids, vehicle_types, enabled) IS DISTINCT FROM
    (${condition}::jsonb, ${schedule}::jsonb, ${allVehicles}::boolean, ${vehicleIds}::int[], ${groupIds}::int[], ${vehicleTypes}::text[], ${enabled}::boolean)
  THEN now() ELSE holds_since END`;
