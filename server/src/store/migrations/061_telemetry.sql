-- Least, greatest and number of the values of each attribute in each quarter of an hour, so that a year can be drawn
-- without reading every fix of it. Made by a job from the valid fixes of days (UTC) that are over.
CREATE TABLE telemetry_days (
  device_id int NOT NULL,
  key       text NOT NULL,
  day       date NOT NULL,
  flag      boolean NOT NULL,            -- yes and no, as 1 and 0
  quarters  smallint[] NOT NULL,         -- those that have values, 0 to 95
  lows      float8[] NOT NULL,           -- of the device: without the speed factor of an installation
  highs     float8[] NOT NULL,
  counts    int[] NOT NULL,
  total     int NOT NULL,                -- of the counts
  -- With what is asked of each attribute that there is: the rows themselves are wide.
  PRIMARY KEY (device_id, key, day) INCLUDE (flag, total)
);

-- Days that were made, of every device.
CREATE TABLE telemetry_rolled (
  day date PRIMARY KEY
);

-- Days of a device for which fixes came when they could have been made already: read from the fixes until they are made
-- again. A row for each commit, so that a commit waits for none and none is lost that comes while a day is made.
CREATE TABLE telemetry_late (
  id        bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  device_id int NOT NULL,
  day       date NOT NULL
);
CREATE INDEX telemetry_late_by_device ON telemetry_late (device_id, day);
