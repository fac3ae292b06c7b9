-- People who are limited to some vehicles were shown every geofence that holds for all vehicles, every place, outlet and
-- contact: those of other customers too. Now they are shown what concerns their vehicles, and the rest only where the limit
-- of the person, and that of the role, says so.
ALTER TABLE users ADD COLUMN limit_common boolean NOT NULL DEFAULT false;
ALTER TABLE roles ADD COLUMN limit_common boolean NOT NULL DEFAULT false;

-- Whose contact it is where somebody limited added it: the vehicles and groups of that limit. Empty: the organisation's.
ALTER TABLE contacts ADD COLUMN vehicle_ids int[] NOT NULL DEFAULT '{}', ADD COLUMN group_ids int[] NOT NULL DEFAULT '{}';

-- A file may hold no more than its reader is shown. Files of limited people were made with what was shown to all.
ALTER TABLE downloads ADD COLUMN common boolean NOT NULL DEFAULT true;
