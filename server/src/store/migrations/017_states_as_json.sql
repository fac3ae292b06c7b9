-- States are written with every batch and read whole: as json they are kept as they come, while jsonb takes each apart.
ALTER TABLE device_states
  ALTER COLUMN attributes TYPE json USING attributes::json,
  ALTER COLUMN tracking TYPE json USING tracking::json;
ALTER TABLE tracking_states ALTER COLUMN state TYPE json USING state::json;
ALTER TABLE tracking_checkpoints ALTER COLUMN state TYPE json USING state::json;
