-- The processes that store positions, and which devices each of them has: 64 partitions of all devices. Gateways in
-- processes of their own find here where to send what a device reported.
CREATE TABLE ingest_owners (
  id         int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name       text NOT NULL,          -- as its connections to the database are named
  host       text,                   -- where gateways reach it; null when none needs to
  port       int,
  started_at timestamptz NOT NULL DEFAULT now()
);
CREATE TABLE ingest_partitions (
  partition smallint PRIMARY KEY CHECK (partition BETWEEN 0 AND 63),
  owner_id  int REFERENCES ingest_owners ON DELETE SET NULL,
  epoch     int NOT NULL DEFAULT 0   -- counts its owners, so that nothing for a former one is taken
);
INSERT INTO ingest_partitions (partition) SELECT generate_series(0, 63);
