-- A day (UTC) of a device that is over, packed into one row: see docs/position-chunks.md. Late reports of it stay rows
-- of `positions` until they are packed too.
CREATE TABLE position_chunks (
  device_id int NOT NULL,
  day       date NOT NULL,
  first     timestamptz NOT NULL,
  last      timestamptz NOT NULL,
  count     int NOT NULL,
  valid     int NOT NULL,           -- valid fixes among them
  south     int NOT NULL,           -- bounds of all of them, 1e-7 degrees
  west      int NOT NULL,
  north     int NOT NULL,
  east      int NOT NULL,
  data      bytea NOT NULL,
  PRIMARY KEY (device_id, day)
);
-- The data is compressed already.
ALTER TABLE position_chunks ALTER COLUMN data SET STORAGE EXTERNAL;

CREATE TABLE status_report_chunks (
  device_id int NOT NULL,
  day       date NOT NULL,
  first     timestamptz NOT NULL,
  last      timestamptz NOT NULL,
  count     int NOT NULL,
  data      bytea NOT NULL,
  PRIMARY KEY (device_id, day)
);
ALTER TABLE status_report_chunks ALTER COLUMN data SET STORAGE EXTERNAL;

-- Days whose partitions were dropped because everything in them was packed. They get none again.
CREATE TABLE packed_days (
  day       date PRIMARY KEY,
  packed_at timestamptz NOT NULL DEFAULT now()
);

-- Chunks that cannot be read, until they are restored or deleted.
CREATE TABLE damaged_chunks (
  kind      text NOT NULL,          -- 'positions' or 'statusReports'
  device_id int NOT NULL,
  day       date NOT NULL,
  reason    text NOT NULL,
  found_at  timestamptz NOT NULL DEFAULT now(),
  logged    boolean NOT NULL DEFAULT false,
  PRIMARY KEY (kind, device_id, day)
);
