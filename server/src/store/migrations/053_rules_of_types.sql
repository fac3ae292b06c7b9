-- A rule of alarms may hold for types of vehicles, beside vehicles and groups.
ALTER TABLE alarm_rules ADD COLUMN vehicle_types text[] NOT NULL DEFAULT '{}';
