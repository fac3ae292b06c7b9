-- Expenses have own fields as vehicles and drivers do.
ALTER TABLE own_fields DROP CONSTRAINT own_fields_kind_check,
  ADD CONSTRAINT own_fields_kind_check CHECK (kind IN ('vehicle', 'driver', 'expense'));
ALTER TABLE expenses ADD COLUMN own jsonb NOT NULL DEFAULT '{}';
CREATE INDEX expenses_own ON expenses USING gin (own jsonb_path_ops) WHERE own <> '{}';
