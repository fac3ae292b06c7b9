-- When a record of a vehicle began by a move: what is of before belongs to the record that the vehicle had then. Null: by no move.
ALTER TABLE vehicles ADD COLUMN came_at timestamptz;
UPDATE vehicles v SET came_at = v.created_at WHERE EXISTS (SELECT FROM vehicles former
  WHERE former.id < v.id AND (former.moved_to_id = v.id OR former.id = v.moved_to_id));

-- Whether a record of a vehicle had begun by a day. of_day null: the record says no day, and is of the one on which it is made.
CREATE FUNCTION has_come_by(of_vehicle int, of_day date) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT of_day IS NULL OR NOT EXISTS (SELECT FROM vehicles v JOIN organisations o ON o.id = v.organisation_id
    WHERE v.id = of_vehicle AND of_day < (v.came_at AT TIME ZONE o.time_zone)::date)
$$;

-- Holds it for whatever writes. The argument is the column that says the last day, or the moment, that a record is of.
CREATE FUNCTION refuse_of_before() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  said text := to_jsonb(NEW) ->> TG_ARGV[0];
BEGIN
  -- What is written of it already can be put right.
  IF TG_OP = 'UPDATE' AND NEW.vehicle_id IS NOT DISTINCT FROM OLD.vehicle_id
    AND said IS NOT DISTINCT FROM to_jsonb(OLD) ->> TG_ARGV[0] THEN
    RETURN NEW;
  END IF;
  IF NOT has_come_by(NEW.vehicle_id, CASE WHEN length(said) = 10 THEN said::date ELSE (
    SELECT (said::timestamptz AT TIME ZONE o.time_zone)::date
    FROM vehicles v JOIN organisations o ON o.id = v.organisation_id WHERE v.id = NEW.vehicle_id) END) THEN
    RAISE EXCEPTION 'vehicle % was in another organisation then', NEW.vehicle_id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'vehicle_came';
  END IF;
  RETURN NEW;
END
$$;

-- A paper that is valid beyond the move, such as a test of the vehicle, goes on with it: it may be entered in both.
CREATE TRIGGER documents_of_before BEFORE INSERT OR UPDATE OF vehicle_id, valid_until ON documents FOR EACH ROW
  WHEN (NEW.vehicle_id IS NOT NULL) EXECUTE FUNCTION refuse_of_before('valid_until');
CREATE TRIGGER expenses_of_before BEFORE INSERT OR UPDATE OF vehicle_id, day ON expenses FOR EACH ROW
  WHEN (NEW.vehicle_id IS NOT NULL) EXECUTE FUNCTION refuse_of_before('day');
CREATE TRIGGER inspections_of_before BEFORE INSERT OR UPDATE OF vehicle_id, at ON inspections FOR EACH ROW
  WHEN (NEW.vehicle_id IS NOT NULL) EXECUTE FUNCTION refuse_of_before('at');
CREATE TRIGGER meter_readings_of_before BEFORE INSERT OR UPDATE OF vehicle_id, at ON meter_readings FOR EACH ROW
  WHEN (NEW.vehicle_id IS NOT NULL) EXECUTE FUNCTION refuse_of_before('at');
CREATE TRIGGER service_records_of_before BEFORE INSERT OR UPDATE OF vehicle_id, day ON service_records FOR EACH ROW
  WHEN (NEW.vehicle_id IS NOT NULL) EXECUTE FUNCTION refuse_of_before('day');
