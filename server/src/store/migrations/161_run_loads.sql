-- What a run takes along and brings back, and how warm it may get: { cratesOut, cratesBack, kgOut, kgBack, m3Out, m3Back,
-- minC, maxC, products: [{ name, out, back }] }, each null where it is not said.
ALTER TABLE route_runs ADD COLUMN load jsonb;

-- By the drivers' words: units, stops with a sale, and of how many visited stops of runs of whose stops anything was said. And of
-- how many readings of the temperature, from begin to end, so many were in range.
ALTER TABLE run_facts
  ADD COLUMN delivered float8 NOT NULL DEFAULT 0,
  ADD COLUMN returned  float8 NOT NULL DEFAULT 0,
  ADD COLUMN sold      int NOT NULL DEFAULT 0,
  ADD COLUMN sold_of   int NOT NULL DEFAULT 0,
  ADD COLUMN cold      int NOT NULL DEFAULT 0,
  ADD COLUMN cold_of   int NOT NULL DEFAULT 0;

-- A word changes figures of its run.
CREATE FUNCTION mark_run_of_word() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO run_marks (run_id) VALUES (coalesce(NEW.run_id, OLD.run_id));
  RETURN NULL;
END $$;
CREATE TRIGGER run_stop_words_facts AFTER INSERT OR UPDATE OR DELETE ON run_stop_words
  FOR EACH ROW EXECUTE FUNCTION mark_run_of_word();
INSERT INTO run_marks (run_id) SELECT DISTINCT run_id FROM run_stop_words;
