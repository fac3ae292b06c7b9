-- What is asked of devices beyond the first four kinds, in whose words, and of which devices at once.
ALTER TABLE device_commands DROP CONSTRAINT device_commands_state_check;
UPDATE device_commands SET state = 'cancelled' WHERE state = 'withdrawn';
ALTER TABLE device_commands
  ADD CHECK (state IN ('waiting', 'sent', 'answered', 'failed', 'expired', 'cancelled')),
  ADD CHECK (kind IN ('locate', 'interval', 'restart', 'status', 'version', 'text', 'engineStop', 'engineResume')),
  -- Of `interval`.
  ADD COLUMN seconds int,
  -- The protocol in which `content` is written: a device that speaks another one does not get it.
  ADD COLUMN protocol text,
  -- Sent to many vehicles at once: the first command of them.
  ADD COLUMN batch bigint;
CREATE INDEX device_commands_batch ON device_commands (batch, id) WHERE batch IS NOT NULL;
CREATE INDEX device_commands_engine ON device_commands (vehicle_id, sent_at DESC)
  WHERE kind IN ('engineStop', 'engineResume') AND state IN ('sent', 'answered');
-- In which protocol the device was heard last; `protocol` is what its record says.
ALTER TABLE devices ADD COLUMN spoken text;
