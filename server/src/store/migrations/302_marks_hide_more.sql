-- The limit of the road comes back with the position: see docs/decisions/0180.
ALTER TABLE sealed_positions ADD COLUMN road_limit_kph smallint;

-- The alarms that a mail is about, so that one which waits is written again when a time becomes private, and the text of
-- others is removed.
ALTER TABLE mails ADD COLUMN alarm_ids int[];
CREATE INDEX mails_alarms ON mails USING gin (alarm_ids) WHERE alarm_ids IS NOT NULL;
