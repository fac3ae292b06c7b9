-- The newest of a fleet's facts without reading them all: what a report shows first. None of these columns changes while a
-- fact goes on, so that its updates stay as cheap.
CREATE INDEX stops_started ON stops (started_at, vehicle_id);
CREATE INDEX idles_started ON idles (started_at, vehicle_id);
CREATE INDEX overspeeds_started ON overspeeds (started_at, vehicle_id);
CREATE INDEX tows_started ON tows (started_at, vehicle_id);
