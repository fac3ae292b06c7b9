-- When whoever sent a command was told what became of it; null: that is still due.
ALTER TABLE device_commands ADD COLUMN told_at timestamptz;
-- What was over before is not told now.
UPDATE device_commands SET told_at = now()
  WHERE NOT (state = 'waiting' OR state = 'sent' AND sent_at >= now() - interval '10 minutes');
CREATE INDEX device_commands_untold ON device_commands (id) WHERE told_at IS NULL AND made_by IS NOT NULL;
