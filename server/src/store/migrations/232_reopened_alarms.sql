-- An event after a person cleared an alarm opens it again. Its history says so: it happens in the statement that writes facts,
-- where nothing else knows what the row was before. `username` is empty: nobody did it.
CREATE FUNCTION note_reopened_alarm() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO alarm_handling (alarm_id, username, action) VALUES (NEW.id, '', 'reopen');
  RETURN NULL;
END $$;
CREATE TRIGGER alarms_reopened AFTER UPDATE OF cleared_by ON alarms FOR EACH ROW
  WHEN (OLD.cleared_by IS NOT NULL AND NEW.cleared_by IS NULL AND NEW.last_at > OLD.cleared_by_hand_at)
  EXECUTE FUNCTION note_reopened_alarm();
