-- What a geocoder answered, so that it is asked once: by squares of 2e-4 degree (22 m from south to north).
CREATE TABLE addresses (
  lat_cell int NOT NULL,
  lon_cell int NOT NULL,
  -- As asked for; empty: as the service writes them.
  language text NOT NULL,
  -- Null: the service knows none.
  address text,
  fetched_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (lat_cell, lon_cell, language)
);

CREATE TABLE address_searches (
  text text NOT NULL,
  language text NOT NULL,
  places jsonb NOT NULL,
  fetched_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (text, language)
);

-- When the geocoder may be asked again: one row, so that all processes together keep its limit.
CREATE TABLE geocoder_turn (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  next_at timestamptz NOT NULL DEFAULT '-infinity'
);
INSERT INTO geocoder_turn DEFAULT VALUES;
