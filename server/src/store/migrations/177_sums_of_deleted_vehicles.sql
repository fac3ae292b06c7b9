-- A vehicle that is deleted takes its sums along. Set to null they would be two of one key where a run had two such vehicles, so
-- that the second could not be deleted. The visits stay; they are added up again when the run is made again.
ALTER TABLE run_visit_sums DROP CONSTRAINT run_visit_sums_vehicle_id_fkey;
ALTER TABLE run_visit_sums ADD FOREIGN KEY (vehicle_id) REFERENCES vehicles(id) ON DELETE CASCADE;

CREATE FUNCTION mark_run_of_turn() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO run_marks (run_id) VALUES (OLD.run_id);
  RETURN NULL;
END $$;
CREATE TRIGGER run_vehicles_facts AFTER DELETE ON run_vehicles FOR EACH ROW EXECUTE FUNCTION mark_run_of_turn();
