-- The second way to a device: an SMS by the operator's provider. One that was sent and has an end was given to the
-- provider, or (`fault`) nobody knows; no answer comes to it.
ALTER TABLE device_commands ADD COLUMN by_sms boolean NOT NULL DEFAULT false;
CREATE INDEX device_commands_sms ON device_commands (id)
  WHERE by_sms AND (state = 'waiting' OR state = 'sent' AND ended_at IS NULL);
