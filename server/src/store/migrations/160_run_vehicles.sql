-- Since when the vehicle of a run is on it; null: from its begin. Before that moment others were (run_vehicles).
ALTER TABLE route_runs ADD COLUMN vehicle_from timestamptz;

-- Which vehicles are on a run, and when, in turns that do not overlap. Kept by a trigger on the run, whoever writes it.
-- held: what a turn takes of the vehicle's planned time, empty where the run is cancelled. starts_at: of the run.
CREATE TABLE run_vehicles (
  run_id     int NOT NULL REFERENCES route_runs(id) ON DELETE CASCADE,
  vehicle_id int NOT NULL REFERENCES vehicles(id) ON DELETE CASCADE,
  starts_at  timestamptz NOT NULL,
  from_time  timestamptz NOT NULL DEFAULT '-infinity',
  until_time timestamptz NOT NULL DEFAULT 'infinity',
  held       tstzrange NOT NULL,
  PRIMARY KEY (run_id, from_time),
  CHECK (until_time > from_time)
);
INSERT INTO run_vehicles (run_id, vehicle_id, starts_at, held)
SELECT id, vehicle_id, starts_at, CASE WHEN state = 'planned' THEN tstzrange(starts_at, ends_at) ELSE 'empty' END
FROM route_runs WHERE vehicle_id IS NOT NULL;
-- A vehicle is on one run at a time.
ALTER TABLE run_vehicles ADD CONSTRAINT run_vehicles_once
  EXCLUDE USING gist (int4range(vehicle_id, vehicle_id, '[]') WITH &&, held WITH &&);
CREATE INDEX run_vehicles_vehicle ON run_vehicles (vehicle_id, starts_at);
ALTER TABLE route_runs DROP CONSTRAINT route_runs_vehicle_once;

-- What a turn takes of a planned run: what both have in common.
CREATE FUNCTION held_by_run(run route_runs, from_time timestamptz, until_time timestamptz) RETURNS tstzrange
LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN run.state = 'planned' AND from_time < until_time
    THEN tstzrange(run.starts_at, run.ends_at) * tstzrange(from_time, until_time) ELSE 'empty' END
$$;

CREATE FUNCTION keep_run_vehicles() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  since timestamptz := coalesce(NEW.vehicle_from, '-infinity');
  is_new boolean := TG_OP = 'INSERT';
BEGIN
  IF NOT is_new THEN
    is_new := (NEW.vehicle_id, NEW.vehicle_from) IS DISTINCT FROM (OLD.vehicle_id, OLD.vehicle_from);
  END IF;
  IF is_new THEN DELETE FROM run_vehicles WHERE run_id = NEW.id AND from_time >= since; END IF;
  UPDATE run_vehicles w SET starts_at = NEW.starts_at,
      until_time = CASE WHEN is_new THEN least(w.until_time, since) ELSE w.until_time END,
      held = held_by_run(NEW, w.from_time, CASE WHEN is_new THEN least(w.until_time, since) ELSE w.until_time END)
    WHERE w.run_id = NEW.id;
  IF is_new AND NEW.vehicle_id IS NOT NULL THEN
    INSERT INTO run_vehicles (run_id, vehicle_id, starts_at, from_time, held)
    VALUES (NEW.id, NEW.vehicle_id, NEW.starts_at, since, held_by_run(NEW, since, 'infinity'));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER route_runs_vehicles AFTER INSERT OR UPDATE OF vehicle_id, vehicle_from, starts_at, ends_at, state
  ON route_runs FOR EACH ROW EXECUTE FUNCTION keep_run_vehicles();

-- The vehicle that was there; of a stop that none served, the last one of the run. Filled before it is a key and has indexes, which
-- would be looked up and written row by row.
ALTER TABLE run_visits ADD COLUMN vehicle_id int;
DROP INDEX run_visits_coverage;
UPDATE run_visits x SET vehicle_id = r.vehicle_id FROM route_runs r WHERE r.id = x.run_id;
ALTER TABLE run_visits ADD FOREIGN KEY (vehicle_id) REFERENCES vehicles(id) ON DELETE SET NULL;
CREATE INDEX run_visits_vehicle ON run_visits (vehicle_id, arrived_at);
-- The index of migration 150, with the vehicle.
CREATE INDEX run_visits_coverage ON run_visits (run_id)
  INCLUDE (outlet_id, territory_id, stop_id, state, served, arrived_at, vehicle_id);
-- Reports of stops are by vehicle: so are their sums.
ALTER TABLE run_visit_sums DROP CONSTRAINT run_visit_sums_pkey;
ALTER TABLE run_visit_sums ADD COLUMN vehicle_id int REFERENCES vehicles(id) ON DELETE SET NULL;
UPDATE run_visit_sums s SET vehicle_id = r.vehicle_id FROM route_runs r WHERE r.id = s.run_id;
CREATE UNIQUE INDEX run_visit_sums_vehicle ON run_visit_sums (run_id, vehicle_id) NULLS NOT DISTINCT;
