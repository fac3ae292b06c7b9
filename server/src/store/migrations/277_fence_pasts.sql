-- Geofences whose past is still to be looked up in the stored positions: new ones, and those of which the outline or the
-- vehicles they hold for changed. Gone as soon as all facts that follow are there.
CREATE TABLE fence_pasts (
  fence_id         int PRIMARY KEY REFERENCES geofences(id) ON DELETE CASCADE,
  organisation_id  int NOT NULL REFERENCES organisations(id) ON DELETE CASCADE,
  at               timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- How many installations there are to look through; null before the first.
  total            int,
  looked           int NOT NULL DEFAULT 0,
  -- The last one that was looked through; they go by their ids.
  last_id          int NOT NULL DEFAULT 0,
  -- Those that were inside at some time, whose facts are recomputed.
  installation_ids int[] NOT NULL DEFAULT '{}'
);

CREATE FUNCTION fence_past_due() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO fence_pasts (fence_id, organisation_id) VALUES (NEW.id, NEW.organisation_id)
  ON CONFLICT (fence_id) DO UPDATE SET at = clock_timestamp(), total = NULL, looked = 0, last_id = 0;
  RETURN NULL;
END $$;

CREATE TRIGGER fence_past_new AFTER INSERT ON geofences
  FOR EACH ROW WHEN (NEW.deleted_at IS NULL) EXECUTE FUNCTION fence_past_due();
-- The parts of an import appear with the last one: until then they are deleted for ever.
CREATE TRIGGER fence_past_changed AFTER UPDATE ON geofences
  FOR EACH ROW WHEN (NEW.deleted_at IS NULL AND (OLD.deleted_at = 'infinity' OR (OLD.deleted_at IS NULL
    AND (OLD.shape, OLD.vehicle_ids, OLD.group_ids) IS DISTINCT FROM (NEW.shape, NEW.vehicle_ids, NEW.group_ids))))
  EXECUTE FUNCTION fence_past_due();
