-- Visits are asked for by the time that they overlap. An end before the beginning would be no range.
CREATE INDEX visits_during ON visits
  USING gist (tstzrange(started_at, greatest(started_at, coalesce(ended_at, 'infinity')), '[]'));
