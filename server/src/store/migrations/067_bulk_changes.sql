-- Count up with each change, so that undoing a change of many keeps what somebody has changed since.
ALTER TABLE alarm_rules ADD COLUMN version int NOT NULL DEFAULT 1;
ALTER TABLE geofences ADD COLUMN version int NOT NULL DEFAULT 1;
