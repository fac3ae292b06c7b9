-- The outline of the area of arrival, a list of { lat, lon }; null: the circle of radius_m around the place. reach_m: how far
-- from the place the area goes, whichever it is.
ALTER TABLE outlets ADD COLUMN area jsonb CHECK (area IS NULL OR lat IS NOT NULL);

CREATE FUNCTION outlet_reach(lat float8, lon float8, radius_m int, area jsonb) RETURNS int LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce((SELECT ceil(max(111195 * sqrt(((c->>'lat')::float8 - lat) ^ 2
      + ((mod(((c->>'lon')::float8 - lon)::numeric + 540, 360) - 180)::float8 * cos(radians(lat))) ^ 2)))::int
    FROM jsonb_array_elements(area) c), radius_m)
$$;
ALTER TABLE outlets ADD COLUMN reach_m int GENERATED ALWAYS AS (outlet_reach(lat, lon, radius_m, area)) STORED;

-- The trigger of migration 105, which sees the area too.
DROP TRIGGER outlets_places_moved ON outlets;
CREATE TRIGGER outlets_places_moved AFTER UPDATE ON outlets FOR EACH ROW
  WHEN ((OLD.lat, OLD.lon, OLD.radius_m, OLD.area, OLD.deleted_at IS NULL)
        IS DISTINCT FROM (NEW.lat, NEW.lon, NEW.radius_m, NEW.area, NEW.deleted_at IS NULL))
  EXECUTE FUNCTION note_moved_place('outlet');
