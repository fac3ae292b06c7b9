/** SQL: whether a vehicle `v` is in the group $2, or was at some time; of all vehicles where none is chosen. */
export const EVER_IN_GROUP = `($2::int IS NULL OR v.group_id = $2
  OR v.id IN (SELECT c.vehicle_id FROM vehicle_group_changes c WHERE c.from_group = $2))`;

/**
 * SQL: whether a vehicle of those was in the group $2 just before a moment. One that never changed is not looked up.
 * @param vehicle SQL of its id
 */
export const inGroupBefore = (vehicle: string, moment: string): string =>
  `($2::int IS NULL OR ${everChangedGroup(vehicle)} IS NOT TRUE
    OR group_before(${vehicle}, ${moment}) = $2)`;

/** SQL: whether a vehicle was ever in another group than now. */
export const everChangedGroup = (vehicle: string): string =>
  `(${vehicle} IN (SELECT c.vehicle_id FROM vehicle_group_changes c))`;

/**
 * SQL: the group of a vehicle on the day of a moment, in the zone of its organisation, by its id: that of now where it never
 * changed.
 * @param v alias of the vehicle
 */
export const groupOfMoment = (v: string, moment: string): string => {
  const zone = `(SELECT z.time_zone FROM organisations z WHERE z.id = ${v}.organisation_id)`;
  const day = `(${moment} AT TIME ZONE ${zone})::date`;
  return `CASE WHEN ${everChangedGroup(`${v}.id`)} THEN ${groupOfDay(`${v}.id`, day, `${v}.organisation_id`)} ELSE ${v}.group_id END`;
};

/** SQL: the group of a vehicle on a day of an organisation's zone, by its id. */
export const groupOfDay = (vehicle: string, day: string, organisation: string): string =>
  `group_before(${vehicle}, day_begins(${day} + 1, (SELECT z.time_zone FROM organisations z WHERE z.id = ${organisation})))`;
