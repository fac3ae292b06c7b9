-- When whoever sent a command was told what became of it; null: that is still due.
ALTER TABLE device_commands ADD COLUMN told_at timestamptz;
UPDATE device_commands SET told_at = now();
CREATE INDEX device_commands_untold ON device_commands (id) WHERE told_at IS NULL AND made_by IS NOT NULL;
