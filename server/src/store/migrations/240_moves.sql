-- A vehicle that moved to another organisation: this record keeps its past here, and the other one goes on there.
ALTER TABLE vehicles
  ADD COLUMN moved_at    timestamptz,
  ADD COLUMN moved_to_id int REFERENCES vehicles (id) ON DELETE SET NULL;
CREATE INDEX vehicles_moved_to ON vehicles (moved_to_id) WHERE moved_to_id IS NOT NULL;

-- The record that the device had in its former organisation: reports of before begins_at belong to it, whenever they come.
-- strays_due: reports of since then may still be stored with it.
ALTER TABLE devices
  ADD COLUMN follows_id int REFERENCES devices (id) ON DELETE SET NULL,
  ADD COLUMN begins_at  timestamptz,
  ADD COLUMN strays_due boolean NOT NULL DEFAULT false;
CREATE INDEX devices_follows ON devices (follows_id) WHERE follows_id IS NOT NULL;

-- A copy of an installation of the vehicle's former record, whose past went along with it.
ALTER TABLE installations ADD COLUMN along boolean NOT NULL DEFAULT false;
