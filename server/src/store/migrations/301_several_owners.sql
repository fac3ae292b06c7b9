-- Several processes may store positions. One that stands still loses its devices to the others, which first end its
-- connections: who is fenced opens no new ones.
ALTER TABLE ingest_owners
  ADD COLUMN beats   bigint NOT NULL DEFAULT 0,        -- counted twice a second
  ADD COLUMN fenced  boolean NOT NULL DEFAULT false,
  ADD COLUMN leaving boolean NOT NULL DEFAULT false;   -- hands its devices over, and ends
-- What happened to the devices of such processes lately, for people.
CREATE TABLE ingest_events (
  id         int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at         timestamptz NOT NULL DEFAULT now(),
  owner      text NOT NULL,
  kind       text NOT NULL CHECK (kind IN ('taken', 'handed-over', 'lost')),
  partitions int NOT NULL
);
CREATE INDEX device_states_partition ON device_states ((device_id % 64));
