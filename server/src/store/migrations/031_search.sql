-- What a record is found by: one column of words beside each record, with an index of its letters in threes.
CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- Small letters without accents, so that "elise" finds "Élise". The order of the parts is that of their weight: the name
-- comes first.
CREATE FUNCTION search_words(VARIADIC parts text[]) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT lower(regexp_replace(normalize(array_to_string(parts, ' '), NFKD), '[\u0300-\u036f]', '', 'g'))
$$;

-- A registration is found whether or not its spaces and dashes are typed.
ALTER TABLE vehicles ADD COLUMN words text NOT NULL GENERATED ALWAYS AS (
  search_words(registration, regexp_replace(registration, '[\s-]', '', 'g'), make, model, chassis_number, engine_number)
) STORED;
CREATE INDEX vehicles_words ON vehicles USING gin (words gin_trgm_ops) WHERE deleted_at IS NULL;

ALTER TABLE devices ADD COLUMN words text NOT NULL GENERATED ALWAYS AS (
  search_words(identity, model, sim_number)
) STORED;
CREATE INDEX devices_words ON devices USING gin (words gin_trgm_ops) WHERE deleted_at IS NULL;

ALTER TABLE geofences ADD COLUMN words text NOT NULL GENERATED ALWAYS AS (
  search_words(VARIADIC ARRAY[name, description] || tags)
) STORED;
CREATE INDEX geofences_words ON geofences USING gin (words gin_trgm_ops) WHERE deleted_at IS NULL;
