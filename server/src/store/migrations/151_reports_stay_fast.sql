-- An index answers alone only for pages that were vacuumed since they were written. By its default PostgreSQL waits until a fifth
-- of a table changed: of a year of facts two months, which are those that reports are asked of. A fiftieth is some days.
DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['trips', 'stops', 'idles', 'tows', 'visits', 'overspeeds', 'alarms', 'switch_spans', 'fuel_changes',
    'day_totals', 'driven_days', 'run_visits']
  LOOP
    EXECUTE format('ALTER TABLE %I SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02)', name);
  END LOOP;
END $$;

-- The newest changes of fuel of a fleet, and several processes to add them up, as those of the other facts.
CREATE INDEX fuel_changes_started ON fuel_changes (started_at);
ALTER TABLE fuel_changes ALTER started_at SET (n_distinct = 1000);
