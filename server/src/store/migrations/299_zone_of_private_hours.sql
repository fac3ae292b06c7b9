-- The zone of the working hours of a rule, from its last saving: whoever may change the zone of an organisation must not
-- shift with it what is private.
ALTER TABLE private_rules ADD COLUMN time_zone text;
UPDATE private_rules r SET time_zone = o.time_zone FROM organisations o WHERE o.id = r.organisation_id;
ALTER TABLE private_rules ALTER COLUMN time_zone SET NOT NULL;
