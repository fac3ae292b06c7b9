-- Files that schedules put there do not count among those that a person may keep: who sends somebody large reports would
-- keep that one from exporting anything.
ALTER TABLE downloads ADD COLUMN scheduled boolean NOT NULL DEFAULT false;

-- Maps in these show geofences, which is a part of the file since.
UPDATE downloads SET kinds = kinds || 'geo-fence'::text WHERE state = 'done' AND format IN ('pdf', 'html');
