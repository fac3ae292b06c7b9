-- How often a record was saved, as other records have it since 036: who saves what was read before somebody else saved it
-- is told so.
ALTER TABLE roles ADD COLUMN version int NOT NULL DEFAULT 1;
ALTER TABLE users ADD COLUMN version int NOT NULL DEFAULT 1;
ALTER TABLE menus ADD COLUMN version int NOT NULL DEFAULT 1;
ALTER TABLE organisations ADD COLUMN version int NOT NULL DEFAULT 1;
ALTER TABLE places ADD COLUMN version int NOT NULL DEFAULT 1;
ALTER TABLE webhooks ADD COLUMN version int NOT NULL DEFAULT 1;
ALTER TABLE report_schedules ADD COLUMN version int NOT NULL DEFAULT 1;
ALTER TABLE vehicle_groups ADD COLUMN version int NOT NULL DEFAULT 1;
ALTER TABLE driver_assignments ADD COLUMN version int NOT NULL DEFAULT 1;
ALTER TABLE installations ADD COLUMN version int NOT NULL DEFAULT 1;
ALTER TABLE own_fields ADD COLUMN version int NOT NULL DEFAULT 1;
ALTER TABLE json_profiles ADD COLUMN version int NOT NULL DEFAULT 1;
ALTER TABLE layout_profiles ADD COLUMN version int NOT NULL DEFAULT 1;
