-- The address of an outlet without a place that the geocoder did not know, or only as the place of another outlet: it
-- is not looked for again until it is changed.
ALTER TABLE outlets ADD COLUMN unknown_address text;
CREATE INDEX outlets_to_locate ON outlets (id)
  WHERE lat IS NULL AND address IS NOT NULL AND deleted_at IS NULL AND unknown_address IS DISTINCT FROM address;
