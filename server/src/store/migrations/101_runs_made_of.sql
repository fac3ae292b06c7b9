-- A digest of what a run was made of, by which the job finds those that are to be made anew.
ALTER TABLE route_runs ADD COLUMN made_of text;
-- What was said for this stop; null: what the outlet says, which is in service_s.
ALTER TABLE route_run_stops ADD COLUMN own_service_s int;
