-- What a rule asks of a vehicle's device when it raises an alarm. Whoever writes here: never an engine stop, never a text
-- that could be one.
ALTER TABLE alarm_rules
  ADD COLUMN command_kind text CHECK (command_kind IN ('locate', 'interval', 'restart', 'status', 'version')),
  -- Of `interval`.
  ADD COLUMN command_seconds int CHECK (command_seconds BETWEEN 10 AND 3600),
  ADD CHECK ((command_seconds IS NOT NULL) = (command_kind IS NOT NULL AND command_kind = 'interval'));
ALTER TABLE device_commands
  -- The rule that sent it; null where a person did.
  ADD COLUMN rule_id int REFERENCES alarm_rules(id) ON DELETE SET NULL,
  ADD CHECK (rule_id IS NULL OR kind IN ('locate', 'interval', 'restart', 'status', 'version'));
CREATE INDEX device_commands_rule ON device_commands (rule_id) WHERE rule_id IS NOT NULL;
