-- What devices said. Both tables are partitioned by day (UTC); partitions are made ahead by a job and on demand.
-- The key makes writing idempotent: a re-sent report conflicts with itself, two reports of one second do not.
CREATE TABLE positions (
  device_id       int NOT NULL,
  fix_time        timestamptz NOT NULL,
  report_hash     int NOT NULL,
  received_at     timestamptz NOT NULL,
  lat             int NOT NULL,        -- 1e-7 degree
  lon             int NOT NULL,        -- 1e-7 degree
  altitude_m      smallint,
  speed_dkph      smallint NOT NULL,   -- 0.1 km/h
  course_deg      smallint NOT NULL,   -- 0 to 359
  flags           smallint NOT NULL,   -- POSITION_FLAG of tracking/src/position.ts
  satellites      smallint,
  battery_percent smallint,
  power_mv        int,
  rssi            smallint,
  odometer_m      bigint,
  attributes      jsonb,               -- whatever else the device said; null when nothing
  PRIMARY KEY (device_id, fix_time, report_hash)
) PARTITION BY RANGE (fix_time);
CREATE TABLE positions_default PARTITION OF positions DEFAULT;

-- Reports that carry no fix of their own (an alarm while blind, a status with a meaning of its own).
CREATE TABLE status_reports (
  device_id    int NOT NULL,
  reported_at  timestamptz NOT NULL,   -- the device's clock where it says one, else ours
  report_hash  int NOT NULL,
  received_at  timestamptz NOT NULL,
  attributes   jsonb NOT NULL,
  PRIMARY KEY (device_id, reported_at, report_hash)
) PARTITION BY RANGE (reported_at);
CREATE TABLE status_reports_default PARTITION OF status_reports DEFAULT;

-- The newest of everything by device, and the tracking state; written with the positions that it follows from.
CREATE TABLE device_states (
  device_id       int PRIMARY KEY,
  heard_at        timestamptz NOT NULL,
  fix_time        timestamptz,
  received_at     timestamptz,
  lat             int,
  lon             int,
  altitude_m      smallint,
  speed_dkph      smallint,
  course_deg      smallint,
  flags           smallint,
  satellites      smallint,
  battery_percent smallint,
  power_mv        int,
  rssi            smallint,
  attributes      jsonb,
  tracking        jsonb NOT NULL
);
