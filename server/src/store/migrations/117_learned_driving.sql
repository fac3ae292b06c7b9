-- How the vehicles of an organisation drive from place to place, learned from their trips once a day: metres driven for each
-- metre of the straight line, and the speed by the hour of the day. Planned times are made of it.
CREATE TABLE learned_driving (
  organisation_id int PRIMARY KEY REFERENCES organisations(id) ON DELETE CASCADE,
  factor          real NOT NULL,
  speed_kph       real[] NOT NULL CHECK (array_length(speed_kph, 1) = 24),
  learned_at      timestamptz NOT NULL DEFAULT now()
);
