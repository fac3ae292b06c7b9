-- What the handling of an alarm says besides words.
ALTER TABLE alarm_handling
  ADD COLUMN reason_code text,
  ADD COLUMN assignee    text;

-- The list of alarms, newest first, over all vehicles; and what lately cleared unseen.
CREATE INDEX alarms_started ON alarms (started_at DESC, id DESC);
CREATE INDEX alarms_cleared_unseen ON alarms (cleared_at) WHERE acknowledged_at IS NULL;

-- How grave a notification about an alarm is.
ALTER TABLE notifications ADD COLUMN severity text;
