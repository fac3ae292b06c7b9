-- Metres of trips that nobody saw: as their time is no driving, an average is that of the others. Until the facts are made
-- again, all straight lines over holes are.
ALTER TABLE trips ADD COLUMN unseen_m double precision NOT NULL DEFAULT 0, ALTER COLUMN average_kph DROP NOT NULL;
UPDATE trips SET unseen_m = least(bridged_m, distance_m),
    average_kph = greatest(0, distance_m - bridged_m) * 3.6 / nullif(greatest(0, duration_s - idle_s - unseen_s), 0)
  WHERE bridged_m > 0;
ALTER TABLE day_totals ADD COLUMN unseen_m double precision NOT NULL DEFAULT 0;
UPDATE day_totals SET unseen_m = least(bridged_m, distance_m) WHERE bridged_m > 0;

-- When within a stop nobody saw it; null where that is not known, as of stops of before that were seen in part.
ALTER TABLE stops ADD COLUMN unseen tstzmultirange;
UPDATE stops SET unseen = tstzmultirange(tstzrange(started_at, started_at + make_interval(secs => duration_s)))
  WHERE unseen_s > 0 AND unseen_s >= duration_s;
