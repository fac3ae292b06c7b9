-- What lists of the whole fleet ask of tracking states, so that they need not take each apart: since when the ignition wire
-- is not believed and why (JSON; null where it is), and when it was last known where the vehicle is, or that it stands.
ALTER TABLE tracking_states
  ADD COLUMN wire_doubt text        GENERATED ALWAYS AS (state #>> '{engine,wire,doubt}') STORED,
  ADD COLUMN seen_at    timestamptz GENERATED ALWAYS AS (to_timestamp((state ->> 'seenAt')::float8 / 1000)) STORED;

-- The few days with reports whose date cannot be true: they may lie months back, and are asked for by when they came.
CREATE INDEX day_totals_clock ON day_totals (installation_id) WHERE (health ->> 'clockFaults')::float8 > 0;

-- From when on a rule holds as it is: it raises nothing for the time before it was made, or changed in what it is about.
ALTER TABLE alarm_rules ADD COLUMN holds_since timestamptz NOT NULL DEFAULT '-infinity';
UPDATE alarm_rules SET holds_since = created_at;
