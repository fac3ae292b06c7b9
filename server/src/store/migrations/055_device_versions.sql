-- Counts up with each change, so that undoing a change of many devices keeps what somebody has changed since.
ALTER TABLE devices ADD COLUMN version int NOT NULL DEFAULT 1;
