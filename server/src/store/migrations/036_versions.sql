-- How often a record was saved: who saves what was read before somebody else saved it is told so.
ALTER TABLE vehicles ADD COLUMN version int NOT NULL DEFAULT 1;
