-- Nothing was heard of the vehicle on the day of its run: nobody knows whether its stops were served.
ALTER TABLE run_visits DROP CONSTRAINT run_visits_state_check;
ALTER TABLE run_visits ADD CONSTRAINT run_visits_state_check
  CHECK (state IN ('planned', 'arrived', 'done', 'missed', 'skipped', 'unplanned', 'unknown'));
ALTER TABLE run_facts
  ADD COLUMN unknown   int NOT NULL DEFAULT 0,
  ADD COLUMN skipped   int NOT NULL DEFAULT 0,
  ADD COLUMN late      int NOT NULL DEFAULT 0,   -- served after the window, or well after the planned time
  ADD COLUMN lasted_s  real NOT NULL DEFAULT 0;  -- from the begin to the end, or to the last departure so far
CREATE INDEX run_facts_unknown ON run_facts (run_id) WHERE unknown > 0;

-- The sums of a run by the territories of its stops (null: those in none), so that a day is compared without its stops.
CREATE TABLE run_territories (
  run_id       int NOT NULL REFERENCES route_runs(id) ON DELETE CASCADE,
  territory_id int REFERENCES territories(id) ON DELETE CASCADE,
  planned      int NOT NULL,
  visited      int NOT NULL,
  missed       int NOT NULL,
  unknown      int NOT NULL,
  late         int NOT NULL,
  windows      int NOT NULL,
  on_time      int NOT NULL,
  stood_s      real NOT NULL,
  UNIQUE NULLS NOT DISTINCT (run_id, territory_id)
);
CREATE INDEX run_territories_territory ON run_territories (territory_id, run_id);

-- When the stops that are left of a run under way will be reached; made again every few seconds.
CREATE TABLE run_expected (
  run_id         int PRIMARY KEY REFERENCES route_runs(id) ON DELETE CASCADE,
  made_at        timestamptz NOT NULL,
  next_outlet_id int,
  next_at        timestamptz,
  next_error_s   int,
  late_s         int NOT NULL,    -- of the stop that will be the latest; zero where none will be late
  late_stops     int NOT NULL,
  stops          jsonb NOT NULL   -- [{ outletId, at, errorS }], epoch milliseconds
) WITH (fillfactor = 70);

-- All runs of before are made again, so that they have these sums.
INSERT INTO run_marks (run_id) SELECT run_id FROM run_facts;

-- A new place is told by its number, so that who stood there earlier today is found.
CREATE OR REPLACE FUNCTION note_new_places() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO place_changes (organisation_id, place_id)
  SELECT organisation_id, CASE TG_ARGV[0] WHEN 'depot' THEN -id ELSE id END FROM added;
  RETURN NULL;
END $$;
DROP TRIGGER depots_places_new ON depots;
CREATE TRIGGER depots_places_new AFTER INSERT ON depots REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION note_new_places('depot');
