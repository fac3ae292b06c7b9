-- Whether a vehicle that was inside of a geofence between two fixes only has a visit, too; not before somebody chooses it.
ALTER TABLE geofences ADD COLUMN between_fixes boolean NOT NULL DEFAULT false;
-- Whether the moments of a visit are those of the straight line between two fixes.
ALTER TABLE visits ADD COLUMN between_fixes boolean NOT NULL DEFAULT false;

-- Its past is looked up as that of one with a new outline. A trigger beside that of the outline: either may be there first.
CREATE FUNCTION fence_between_due() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO fence_pasts (fence_id, organisation_id) VALUES (NEW.id, NEW.organisation_id)
  ON CONFLICT (fence_id) DO UPDATE SET at = clock_timestamp(), total = NULL, looked = 0, last_id = 0;
  RETURN NULL;
END $$;
CREATE TRIGGER fence_between_changed AFTER UPDATE ON geofences
  FOR EACH ROW WHEN (NEW.deleted_at IS NULL AND OLD.deleted_at IS NULL AND OLD.between_fixes <> NEW.between_fixes)
  EXECUTE FUNCTION fence_between_due();
