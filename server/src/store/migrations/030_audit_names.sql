-- What a thing was called when it was changed: an id says nothing to a reader.
ALTER TABLE audit_log ADD COLUMN subject_name text;

-- Of earlier entries the name that they hold themselves, or else the newest that the log knows of the same thing.
CREATE FUNCTION pg_temp.name_in(subject text, entry jsonb) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT entry ->> CASE subject
    WHEN 'vehicle' THEN 'registration' WHEN 'device' THEN 'identity' WHEN 'user' THEN 'username'
    WHEN 'session' THEN 'username' WHEN 'menu' THEN 'title' WHEN 'share' THEN 'vehicle'
    WHEN 'blocked-network' THEN 'network' WHEN 'alarm' THEN '-' ELSE 'name' END
$$;
UPDATE audit_log SET subject_name = coalesce(pg_temp.name_in(subject, after), pg_temp.name_in(subject, before));
UPDATE audit_log a SET subject_name = (
  SELECT b.subject_name FROM audit_log b
  WHERE b.subject = a.subject AND b.subject_id = a.subject_id AND b.organisation_id = a.organisation_id
    AND b.subject_name IS NOT NULL
  ORDER BY b.id DESC LIMIT 1)
WHERE a.subject_name IS NULL;
