-- Outlines as maps draw them: simplified once and kept until the shape changes. They stand beside the records, since
-- whoever looks at a map makes the missing ones, also those of organisations below. `corners` is that of the shape itself.
CREATE TABLE geofence_outlines (
  geofence_id int PRIMARY KEY REFERENCES geofences(id) ON DELETE CASCADE,
  version     int NOT NULL DEFAULT 1,
  corners     int NOT NULL,
  outline     text,                       -- JSON; null until a map asked for it
  points      int                         -- of the outline
);
CREATE TABLE territory_outlines (
  territory_id int PRIMARY KEY REFERENCES territories(id) ON DELETE CASCADE,
  version      int NOT NULL DEFAULT 1,
  corners      int NOT NULL,
  outline      text,
  points       int
);

CREATE FUNCTION corners_of_rings(rings jsonb) RETURNS int LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(sum(jsonb_array_length(ring)), 0)::int FROM jsonb_array_elements(rings) ring
$$;
CREATE FUNCTION corners_of_shape(shape jsonb) RETURNS int LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN shape ? 'line' THEN jsonb_array_length(shape -> 'line')
              WHEN shape ? 'rings' THEN corners_of_rings(shape -> 'rings') ELSE 1 END
$$;

INSERT INTO geofence_outlines (geofence_id, corners) SELECT id, corners_of_shape(shape) FROM geofences;
INSERT INTO territory_outlines (territory_id, corners) SELECT id, corners_of_rings(areas) FROM territories;

CREATE FUNCTION forget_geofence_outline() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO geofence_outlines AS o (geofence_id, corners) VALUES (NEW.id, corners_of_shape(NEW.shape))
  ON CONFLICT (geofence_id) DO UPDATE
    SET corners = excluded.corners, version = o.version + 1, outline = NULL, points = NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER geofence_added AFTER INSERT ON geofences FOR EACH ROW EXECUTE FUNCTION forget_geofence_outline();
CREATE TRIGGER geofence_redrawn AFTER UPDATE OF shape ON geofences FOR EACH ROW
  WHEN (OLD.shape IS DISTINCT FROM NEW.shape) EXECUTE FUNCTION forget_geofence_outline();

CREATE FUNCTION forget_territory_outline() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO territory_outlines AS o (territory_id, corners) VALUES (NEW.id, corners_of_rings(NEW.areas))
  ON CONFLICT (territory_id) DO UPDATE
    SET corners = excluded.corners, version = o.version + 1, outline = NULL, points = NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER territory_added AFTER INSERT ON territories FOR EACH ROW EXECUTE FUNCTION forget_territory_outline();
CREATE TRIGGER territory_redrawn AFTER UPDATE OF areas ON territories FOR EACH ROW
  WHEN (OLD.areas IS DISTINCT FROM NEW.areas) EXECUTE FUNCTION forget_territory_outline();
