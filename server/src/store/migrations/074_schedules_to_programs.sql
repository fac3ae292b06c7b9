-- Scheduled reports that tell other programs, and the way back from deleting one.
ALTER TABLE report_schedules ADD COLUMN webhook_ids int[] NOT NULL DEFAULT '{}', ADD COLUMN deleted_at timestamptz;

ALTER TABLE webhook_deliveries
  ADD COLUMN run_id int REFERENCES report_schedule_runs(id) ON DELETE SET NULL,
  DROP CONSTRAINT webhook_deliveries_event_check,
  ADD CONSTRAINT webhook_deliveries_event_check CHECK (event IN ('alarm.raised', 'report.ready', 'test')),
  -- However often a run is tried, a webhook is told of it once.
  ADD CONSTRAINT webhook_deliveries_run UNIQUE (webhook_id, run_id);
CREATE INDEX webhook_deliveries_of_run ON webhook_deliveries (run_id) WHERE run_id IS NOT NULL;
