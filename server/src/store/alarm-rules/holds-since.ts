/** What decides whether a rule raises an alarm, and the SQL of its new value. */
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
 * SQL of the moment from which a rule holds as it is, for an UPDATE that gives it these values: now, where they differ.
 * Nothing is raised for the time before, however late it is looked at.
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
