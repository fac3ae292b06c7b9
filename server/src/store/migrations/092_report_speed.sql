-- Visits of a vehicle with all that the ways between geofences are made of, without reading the visits themselves. Their end
-- is in other indexes already, so that what changes while a visit goes on is in none.
DROP INDEX visits_vehicle;
CREATE INDEX visits_vehicle ON visits (vehicle_id, started_at) INCLUDE (ended_at, fence_id, id);
-- The newest switches of a fleet, as those of the other facts.
CREATE INDEX switch_spans_started ON switch_spans (started_at, vehicle_id);
-- The last full tank of a vehicle.
CREATE INDEX expenses_full ON expenses (vehicle_id, day) WHERE kind = 'fuel' AND full_tank AND deleted_at IS NULL;
-- Reports add facts up by the day that they began on. PostgreSQL takes an expression to have as many values as its columns,
-- so it would not let several processes add them up; told that moments are few, it does. Ranges are judged by the histogram
-- as before. It holds from the next ANALYZE on.
ALTER TABLE trips ALTER started_at SET (n_distinct = 1000);
ALTER TABLE stops ALTER started_at SET (n_distinct = 1000);
ALTER TABLE idles ALTER started_at SET (n_distinct = 1000);
ALTER TABLE visits ALTER started_at SET (n_distinct = 1000);
ALTER TABLE alarms ALTER started_at SET (n_distinct = 1000);
ALTER TABLE overspeeds ALTER started_at SET (n_distinct = 1000);
ALTER TABLE switch_spans ALTER started_at SET (n_distinct = 1000);
