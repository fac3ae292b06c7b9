-- Drivers mark own trips as private where a rule allows it: see docs/decisions/0180.
ALTER TABLE private_rules ADD COLUMN drivers_mark boolean NOT NULL DEFAULT false;
ALTER TABLE private_rules DROP CONSTRAINT private_rules_check1;
ALTER TABLE private_rules ADD CONSTRAINT private_rules_not_empty
  CHECK (working_hours IS NOT NULL OR attribute IS NOT NULL OR drivers_mark);

-- The driver who marked it through the own account; null for the office. An open mark has no end yet. One of a trip ends
-- with the stop after it, which is when the first trip after that moment begins.
ALTER TABLE private_marks
  ADD COLUMN driver_id int REFERENCES drivers(id) ON DELETE SET NULL,
  ADD COLUMN open_after timestamptz;
CREATE INDEX private_marks_open ON private_marks (vehicle_id) WHERE to_time IS NULL;
CREATE INDEX private_marks_driver ON private_marks (driver_id) WHERE driver_id IS NOT NULL;
