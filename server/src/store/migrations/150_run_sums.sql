-- What reports of stops add up, kept beside each visit as it was when the run was made, so that they need not look up its stop.
ALTER TABLE run_visits
  ADD COLUMN window_from  timestamptz,
  ADD COLUMN window_to    timestamptz,
  ADD COLUMN territory_id int REFERENCES territories(id);
UPDATE run_visits x SET window_from = s.window_from, window_to = s.window_to, territory_id = s.territory_id
FROM route_run_stops s WHERE s.id = x.stop_id;

-- Sums of the visits of a run of which something is known, for the totals of a month of them. A run without such visits has none.
CREATE TABLE run_visit_sums (
  run_id  int PRIMARY KEY REFERENCES route_runs(id) ON DELETE CASCADE,
  visits  int NOT NULL,
  served  int NOT NULL,
  stood_s double precision,      -- of those that were served
  timed   int NOT NULL,          -- with a window, and served, missed or unknown; of those:
  timed_served int NOT NULL,
  on_time int NOT NULL,
  late    int NOT NULL,
  late_s  double precision,      -- the greatest
  early   int NOT NULL,
  early_s double precision
);
INSERT INTO run_visit_sums
SELECT run_id, count(*), count(*) FILTER (WHERE served), sum(stood_s::float8) FILTER (WHERE served),
       count(*) FILTER (WHERE timed), count(*) FILTER (WHERE timed AND served),
       count(*) FILTER (WHERE timed AND served AND arrived_at BETWEEN window_from AND window_to),
       count(*) FILTER (WHERE timed AND served AND arrived_at > window_to),
       max(date_part('epoch', arrived_at - window_to)) FILTER (WHERE timed AND served AND arrived_at > window_to),
       count(*) FILTER (WHERE timed AND served AND arrived_at < window_from),
       max(date_part('epoch', window_from - arrived_at)) FILTER (WHERE timed AND served AND arrived_at < window_from)
FROM (SELECT *, window_from IS NOT NULL AND (served OR state IN ('missed', 'unknown')) AS timed FROM run_visits) x
WHERE state <> 'planned' GROUP BY run_id;

-- The newest runs first, whatever organisations they are of; and the few stops at which something came back.
CREATE INDEX route_runs_by_day ON route_runs (day, organisation_id);
CREATE INDEX run_stop_words_returned ON run_stop_words (run_id, outlet_id) WHERE returned > 0;
-- All of a visit that the coverage of outlets is made of, run by run; an outlet is mostly in one territory.
CREATE INDEX run_visits_coverage ON run_visits (run_id) INCLUDE (outlet_id, territory_id, stop_id, state, served, arrived_at);
CREATE STATISTICS run_visits_outlets (ndistinct) ON outlet_id, territory_id FROM run_visits;
