-- What each vehicle did of what began on a day, so that the scores of a month are not worked out from each trip of a fleet.
-- Made by a job, for days that are over by the clock of the organisation, from the facts as they are.
CREATE TABLE driven_days (
  day        date NOT NULL,
  vehicle_id int NOT NULL REFERENCES vehicles ON DELETE CASCADE,
  zone       text NOT NULL,              -- at whose midnight the day began
  distance_m float8 NOT NULL,            -- of trips
  known_m    float8 NOT NULL,            -- of those of which it is known whether the engine ran
  moved_s    float8 NOT NULL,
  engine_s   float8 NOT NULL,            -- moved, where it is known whether the engine ran
  night_s    float8 NOT NULL,            -- moved, at night by the clock of the zone
  speeding_s float8 NOT NULL,
  idle_s     float8 NOT NULL,
  PRIMARY KEY (day, vehicle_id)
);
CREATE INDEX driven_days_vehicle ON driven_days (vehicle_id);

-- Days that were made, of all vehicles of an organisation.
CREATE TABLE driven_made (
  organisation_id int NOT NULL REFERENCES organisations ON DELETE CASCADE,
  day             date NOT NULL,
  zone            text NOT NULL,
  PRIMARY KEY (organisation_id, day)
);

-- Facts that changed when their days could have been made already: these are read from the facts until they are made again. A
-- row for each vehicle and transaction, which only that transaction writes: it waits for none, and none is lost that comes
-- while a day is made.
CREATE TABLE driven_late (
  vehicle_id int NOT NULL,
  xact       xid8 NOT NULL,
  earliest   timestamptz NOT NULL,       -- of the beginnings of these facts
  latest     timestamptz NOT NULL,
  PRIMARY KEY (vehicle_id, xact)
);

CREATE FUNCTION mark_driven_now() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO driven_late AS held (vehicle_id, xact, earliest, latest)
  VALUES (NEW.vehicle_id, pg_current_xact_id(), NEW.started_at, NEW.started_at)
  ON CONFLICT (vehicle_id, xact) DO UPDATE
  SET earliest = least(held.earliest, NEW.started_at), latest = greatest(held.latest, NEW.started_at)
  WHERE NEW.started_at < held.earliest OR NEW.started_at > held.latest;
  RETURN NULL;
END $$;
CREATE FUNCTION mark_driven_before() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO driven_late AS held (vehicle_id, xact, earliest, latest)
  VALUES (OLD.vehicle_id, pg_current_xact_id(), OLD.started_at, OLD.started_at)
  ON CONFLICT (vehicle_id, xact) DO UPDATE
  SET earliest = least(held.earliest, OLD.started_at), latest = greatest(held.latest, OLD.started_at)
  WHERE OLD.started_at < held.earliest OR OLD.started_at > held.latest;
  RETURN NULL;
END $$;

-- A fact of the last day is of a day that is not made yet (LATE_AFTER_H of server/src/store/driven/add-up-days.ts): what is
-- live calls nothing.
CREATE TRIGGER trips_driven_now AFTER INSERT OR UPDATE ON trips
  FOR EACH ROW WHEN (NEW.started_at < now() - interval '24 hours') EXECUTE FUNCTION mark_driven_now();
CREATE TRIGGER trips_driven_moved AFTER UPDATE ON trips FOR EACH ROW
  WHEN (OLD.started_at < now() - interval '24 hours' AND (OLD.started_at, OLD.vehicle_id) <> (NEW.started_at, NEW.vehicle_id))
  EXECUTE FUNCTION mark_driven_before();
CREATE TRIGGER trips_driven_gone AFTER DELETE ON trips
  FOR EACH ROW WHEN (OLD.started_at < now() - interval '24 hours') EXECUTE FUNCTION mark_driven_before();
CREATE TRIGGER idles_driven_now AFTER INSERT OR UPDATE ON idles
  FOR EACH ROW WHEN (NEW.started_at < now() - interval '24 hours') EXECUTE FUNCTION mark_driven_now();
CREATE TRIGGER idles_driven_moved AFTER UPDATE ON idles FOR EACH ROW
  WHEN (OLD.started_at < now() - interval '24 hours' AND (OLD.started_at, OLD.vehicle_id) <> (NEW.started_at, NEW.vehicle_id))
  EXECUTE FUNCTION mark_driven_before();
CREATE TRIGGER idles_driven_gone AFTER DELETE ON idles
  FOR EACH ROW WHEN (OLD.started_at < now() - interval '24 hours') EXECUTE FUNCTION mark_driven_before();
CREATE TRIGGER overspeeds_driven_now AFTER INSERT OR UPDATE ON overspeeds
  FOR EACH ROW WHEN (NEW.started_at < now() - interval '24 hours') EXECUTE FUNCTION mark_driven_now();
CREATE TRIGGER overspeeds_driven_moved AFTER UPDATE ON overspeeds FOR EACH ROW
  WHEN (OLD.started_at < now() - interval '24 hours' AND (OLD.started_at, OLD.vehicle_id) <> (NEW.started_at, NEW.vehicle_id))
  EXECUTE FUNCTION mark_driven_before();
CREATE TRIGGER overspeeds_driven_gone AFTER DELETE ON overspeeds
  FOR EACH ROW WHEN (OLD.started_at < now() - interval '24 hours') EXECUTE FUNCTION mark_driven_before();
