-- Visits of a vehicle with all that the ways between geofences are made of, without reading the visits themselves. Their end
-- is in other indexes already, so that what changes while a visit goes on is in none.
DROP INDEX visits_vehicle;
CREATE INDEX visits_vehicle ON visits (vehicle_id, started_at) INCLUDE (ended_at, fence_id, id);
-- The newest switches of a fleet, as those of the other facts.
CREATE INDEX switch_spans_started ON switch_spans (started_at, vehicle_id);
-- The last full tank of a vehicle.
CREATE INDEX expenses_full ON expenses (vehicle_id, day) WHERE kind = 'fuel' AND full_tank AND deleted_at IS NULL;
