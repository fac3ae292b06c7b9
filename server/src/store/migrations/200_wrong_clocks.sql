-- A report whose time cannot be right is dated by its receipt, and an alarm that it raises says so.
ALTER TABLE status_reports
  ADD COLUMN lat          int,          -- 1e-7 degrees; where it was, if it sent valid coordinates
  ADD COLUMN lon          int,
  ADD COLUMN device_clock timestamptz;  -- the time by the device's clock where that cannot be right

-- The time by the device's clock at the first event where that cannot be right: started_at is then the time of receipt.
ALTER TABLE alarms ADD COLUMN device_clock timestamptz;
