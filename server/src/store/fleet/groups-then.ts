/** SQL: true when a vehicle `v` is, or ever was, in the group $2; always true without a group. */
export const EVER_IN_GROUP = `($2::int IS NULL OR v.group_id = $2
  OR v.id IN (SELECT c.vehicle_id FROM vehicle_group_changes c WHERE c.from_group = $2))`;

/**
 * SQL: true when such a vehicle was in the group $2 just before a given time. Vehicles that never changed groups are
 * not looked up.
 * @param vehicle SQL of its id
 */
export const inGroupBefore = (vehicle: string, moment: string): string =>
  `($2::int IS NULL OR ${everChangedGroup(vehicle)} IS NOT TRUE
    OR group_before(${vehicle}, ${moment}) = $2)`;

/** SQL: true when a vehicle was ever in another group than its present one. */
export const everChangedGroup = (vehicle: string): string =>
  `(${vehicle} IN (SELECT c.vehicle_id FROM vehicle_group_changes c))`;

/**
 * SQL: the id of a vehicle's group on the day of a given time, in the time zone of its organisation: the present one if
 * it never changed.
 * @param v alias of the vehicle
 */
export const groupOfMoment = (v: string, moment: string): string => {
  const zone = `(SELECT z.time_zone FROM organisations z WHERE z.id = ${v}.organisation_id)`;
  const day = `(${moment} AT TIME ZONE ${zone})::date`;
  return `CASE WHEN ${everChangedGroup(`${v}.id`)} THEN ${groupOfDay(`${v}.id`, day, `${v}.organisation_id`)} ELSE ${v}.group_id END`;
};

/** SQL: the id of a vehicle's group on a day in an organisation's time zone. */
export const groupOfDay = (vehicle: string, day: string, organisation: string): string =>
  `group_before(${vehicle}, day_begins(${day} + 1, (SELECT z.time_zone FROM organisations z WHERE z.id = ${organisation})))`;
