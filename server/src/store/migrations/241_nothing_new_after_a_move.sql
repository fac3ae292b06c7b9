-- Of a vehicle that moved to another organisation only the past is here: it takes nothing that is of after its move. What is
-- of before may come late. of_day: the day that a record is of; null: it is of the day on which it is made.
CREATE FUNCTION takes_record(of_vehicle int, of_day date) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT coalesce((
    SELECT coalesce(of_day <= (v.moved_at AT TIME ZONE o.time_zone)::date, false)
    FROM vehicles v JOIN organisations o ON o.id = v.organisation_id WHERE v.id = of_vehicle AND v.moved_at IS NOT NULL), true)
$$;

-- Holds it for whatever writes: screens, calls, imports and jobs. The first argument is how the columns that follow say when a
-- record is of: `day` by the first of them that is filled, `moment` by the exact time; `never`: it is of when it is made.
CREATE FUNCTION refuse_of_moved() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  record jsonb := to_jsonb(NEW);
  said text;
  former text;
  takes boolean;
BEGIN
  FOR n IN 1 .. TG_NARGS - 1 LOOP
    said := coalesce(said, record ->> TG_ARGV[n]);
  END LOOP;
  IF TG_OP = 'UPDATE' THEN
    -- What is written of it already can be put right.
    FOR n IN 1 .. TG_NARGS - 1 LOOP
      former := coalesce(former, to_jsonb(OLD) ->> TG_ARGV[n]);
    END LOOP;
    IF NEW.vehicle_id IS NOT DISTINCT FROM OLD.vehicle_id AND said IS NOT DISTINCT FROM former THEN
      RETURN NEW;
    END IF;
  END IF;
  IF TG_ARGV[0] = 'moment' THEN
    takes := NOT EXISTS (SELECT FROM vehicles v WHERE v.id = NEW.vehicle_id
      AND v.moved_at < coalesce(said, 'infinity')::timestamptz);
  ELSE
    takes := takes_record(NEW.vehicle_id, CASE WHEN length(said) = 10 THEN said::date ELSE (
      SELECT (said::timestamptz AT TIME ZONE o.time_zone)::date
      FROM vehicles v JOIN organisations o ON o.id = v.organisation_id WHERE v.id = NEW.vehicle_id) END);
  END IF;
  IF NOT takes THEN
    RAISE EXCEPTION 'vehicle % moved to another organisation', NEW.vehicle_id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'vehicle_moved';
  END IF;
  RETURN NEW;
END
$$;

CREATE TRIGGER budgets_of_moved BEFORE INSERT OR UPDATE OF vehicle_id ON budgets FOR EACH ROW
  WHEN (NEW.vehicle_id IS NOT NULL) EXECUTE FUNCTION refuse_of_moved('never');
CREATE TRIGGER device_commands_of_moved BEFORE INSERT OR UPDATE OF vehicle_id ON device_commands FOR EACH ROW
  WHEN (NEW.vehicle_id IS NOT NULL) EXECUTE FUNCTION refuse_of_moved('never');
CREATE TRIGGER documents_of_moved BEFORE INSERT OR UPDATE OF vehicle_id, issued_on, valid_from ON documents FOR EACH ROW
  WHEN (NEW.vehicle_id IS NOT NULL) EXECUTE FUNCTION refuse_of_moved('day', 'issued_on', 'valid_from');
CREATE TRIGGER driver_assignments_of_moved BEFORE INSERT OR UPDATE OF vehicle_id, to_time ON driver_assignments FOR EACH ROW
  WHEN (NEW.vehicle_id IS NOT NULL) EXECUTE FUNCTION refuse_of_moved('moment', 'to_time');
CREATE TRIGGER expenses_of_moved BEFORE INSERT OR UPDATE OF vehicle_id, day ON expenses FOR EACH ROW
  WHEN (NEW.vehicle_id IS NOT NULL) EXECUTE FUNCTION refuse_of_moved('day', 'day');
-- A file of a record of then, such as the picture of a bill, belongs to that record.
CREATE TRIGGER file_links_of_moved BEFORE INSERT OR UPDATE OF vehicle_id ON file_links FOR EACH ROW
  WHEN (NEW.vehicle_id IS NOT NULL AND NEW.record_kind = 'vehicle') EXECUTE FUNCTION refuse_of_moved('never');
CREATE TRIGGER inspections_of_moved BEFORE INSERT OR UPDATE OF vehicle_id, at ON inspections FOR EACH ROW
  WHEN (NEW.vehicle_id IS NOT NULL) EXECUTE FUNCTION refuse_of_moved('day', 'at');
CREATE TRIGGER installations_of_moved BEFORE INSERT OR UPDATE OF vehicle_id, removed_at ON installations FOR EACH ROW
  WHEN (NEW.vehicle_id IS NOT NULL) EXECUTE FUNCTION refuse_of_moved('moment', 'removed_at');
CREATE TRIGGER meter_readings_of_moved BEFORE INSERT OR UPDATE OF vehicle_id, at ON meter_readings FOR EACH ROW
  WHEN (NEW.vehicle_id IS NOT NULL) EXECUTE FUNCTION refuse_of_moved('day', 'at');
CREATE TRIGGER recurring_expenses_of_moved BEFORE INSERT OR UPDATE OF vehicle_id ON recurring_expenses FOR EACH ROW
  WHEN (NEW.vehicle_id IS NOT NULL) EXECUTE FUNCTION refuse_of_moved('never');
CREATE TRIGGER route_plans_of_moved BEFORE INSERT OR UPDATE OF vehicle_id ON route_plans FOR EACH ROW
  WHEN (NEW.vehicle_id IS NOT NULL) EXECUTE FUNCTION refuse_of_moved('never');
CREATE TRIGGER route_runs_of_moved BEFORE INSERT OR UPDATE OF vehicle_id ON route_runs FOR EACH ROW
  WHEN (NEW.vehicle_id IS NOT NULL) EXECUTE FUNCTION refuse_of_moved('moment', 'ends_at');
CREATE TRIGGER sensors_of_moved BEFORE INSERT OR UPDATE OF vehicle_id ON sensors FOR EACH ROW
  WHEN (NEW.vehicle_id IS NOT NULL) EXECUTE FUNCTION refuse_of_moved('never');
CREATE TRIGGER service_records_of_moved BEFORE INSERT OR UPDATE OF vehicle_id, day ON service_records FOR EACH ROW
  WHEN (NEW.vehicle_id IS NOT NULL) EXECUTE FUNCTION refuse_of_moved('day', 'day');
CREATE TRIGGER shares_of_moved BEFORE INSERT OR UPDATE OF vehicle_id ON shares FOR EACH ROW
  WHEN (NEW.vehicle_id IS NOT NULL) EXECUTE FUNCTION refuse_of_moved('never');
CREATE TRIGGER tasks_of_moved BEFORE INSERT OR UPDATE OF vehicle_id ON tasks FOR EACH ROW
  WHEN (NEW.vehicle_id IS NOT NULL) EXECUTE FUNCTION refuse_of_moved('never');
CREATE TRIGGER vehicle_sensor_profiles_of_moved BEFORE INSERT OR UPDATE OF profile_id ON vehicle_sensor_profiles FOR EACH ROW
  WHEN (NEW.vehicle_id IS NOT NULL) EXECUTE FUNCTION refuse_of_moved('never');
CREATE TRIGGER vehicle_statuses_of_moved BEFORE INSERT OR UPDATE OF vehicle_id, from_time ON vehicle_statuses FOR EACH ROW
  WHEN (NEW.vehicle_id IS NOT NULL) EXECUTE FUNCTION refuse_of_moved('moment', 'from_time');
CREATE TRIGGER work_orders_of_moved BEFORE INSERT OR UPDATE OF vehicle_id ON work_orders FOR EACH ROW
  WHEN (NEW.vehicle_id IS NOT NULL) EXECUTE FUNCTION refuse_of_moved('never');
