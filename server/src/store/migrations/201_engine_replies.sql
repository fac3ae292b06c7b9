-- What a device replied to an engine command: done and refused in its protocol's own words; answered proves nothing.
ALTER TABLE device_commands DROP CONSTRAINT device_commands_state_check;
ALTER TABLE device_commands ADD CONSTRAINT device_commands_state_check
  CHECK (state IN ('waiting', 'sent', 'done', 'refused', 'answered', 'failed', 'expired', 'cancelled'));
DROP INDEX device_commands_engine;
CREATE INDEX device_commands_engine ON device_commands (vehicle_id, sent_at DESC)
  WHERE kind IN ('engineStop', 'engineResume');
