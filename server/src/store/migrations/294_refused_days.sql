-- Days of devices that could not be packed, as they have too many rows for a chunk or for the memory of the packing
-- thread: they stay in rows, and are tried again a day later.
CREATE TABLE refused_days (
  kind       text NOT NULL,          -- 'positions' or 'statusReports'
  device_id  int NOT NULL,
  day        date NOT NULL,
  reason     text NOT NULL,
  refused_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (kind, device_id, day)
);
