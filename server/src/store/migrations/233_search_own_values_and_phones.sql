-- Records are found by the values of their own fields, and every telephone and SIM number by its digits alone.

-- The values of the fields that an organisation has now: what a hidden field says is not shown, so it finds nothing.
-- A value that may be a telephone has its digits beside it.
CREATE FUNCTION words_of_own(organisation int, record_kind text, own jsonb) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT coalesce(string_agg(CASE WHEN value ~ '^\+?[\d\s()./-]{6,}$' THEN words_of_phones(ARRAY[value]) ELSE value END, ' ' ORDER BY id), '')
  FROM (SELECT f.id, own ->> f.id::text AS value FROM own_fields f
    WHERE f.organisation_id = organisation AND f.kind = record_kind AND f.deleted_at IS NULL AND f.type <> 'yes-no') fields
$$;
CREATE FUNCTION set_own_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.own_words := CASE WHEN NEW.own = '{}' THEN '' ELSE words_of_own(NEW.organisation_id, TG_ARGV[0], NEW.own) END;
  RETURN NEW;
END $$;

DROP TRIGGER vehicles_link_words ON vehicles;
DROP TRIGGER drivers_link_words ON drivers;
DROP TRIGGER outlets_link_words ON outlets;
DROP TRIGGER devices_link_words ON devices;

ALTER TABLE vehicles ADD COLUMN own_words text NOT NULL DEFAULT '';
ALTER TABLE drivers ADD COLUMN own_words text NOT NULL DEFAULT '';
ALTER TABLE outlets ADD COLUMN own_words text NOT NULL DEFAULT '';
CREATE TRIGGER vehicles_own_words BEFORE INSERT OR UPDATE OF own, organisation_id ON vehicles
  FOR EACH ROW EXECUTE FUNCTION set_own_words('vehicle');
CREATE TRIGGER drivers_own_words BEFORE INSERT OR UPDATE OF own, organisation_id ON drivers
  FOR EACH ROW EXECUTE FUNCTION set_own_words('driver');
CREATE TRIGGER outlets_own_words BEFORE INSERT OR UPDATE OF own, organisation_id ON outlets
  FOR EACH ROW EXECUTE FUNCTION set_own_words('outlet');
UPDATE vehicles SET own = own WHERE own <> '{}';
UPDATE drivers SET own = own WHERE own <> '{}';
UPDATE outlets SET own = own WHERE own <> '{}';

ALTER TABLE vehicles DROP COLUMN words;
ALTER TABLE vehicles ADD COLUMN words text NOT NULL GENERATED ALWAYS AS (
  search_words(VARIADIC ARRAY[registration, regexp_replace(registration, '[\s-]', '', 'g'), make, model, chassis_number,
    engine_number, colour, owner, own_words] || tags)
) STORED;
CREATE INDEX vehicles_words ON vehicles USING gin (words gin_trgm_ops) WHERE deleted_at IS NULL;

ALTER TABLE drivers DROP COLUMN words;
ALTER TABLE drivers ADD COLUMN words text NOT NULL GENERATED ALWAYS AS (
  search_words(VARIADIC ARRAY[name, number, words_of_phones(ARRAY[phone]), email, licence_number, emergency_name,
    words_of_phones(ARRAY[emergency_phone]), note, own_words] || licence_classes || tag_keys)
) STORED;
CREATE INDEX drivers_words ON drivers USING gin (words gin_trgm_ops) WHERE deleted_at IS NULL;

ALTER TABLE outlets DROP COLUMN words;
ALTER TABLE outlets ADD COLUMN words text NOT NULL GENERATED ALWAYS AS (
  search_words(VARIADIC ARRAY[code, name, address, contact_name, words_of_phones(ARRAY[phone]), note, own_words])
) STORED;
CREATE INDEX outlets_words ON outlets USING gin (words gin_trgm_ops) WHERE deleted_at IS NULL;

ALTER TABLE devices DROP COLUMN words;
ALTER TABLE devices ADD COLUMN words text NOT NULL GENERATED ALWAYS AS (
  search_words(identity, model, words_of_phones(ARRAY[sim_number]))
) STORED;
CREATE INDEX devices_words ON devices USING gin (words gin_trgm_ops) WHERE deleted_at IS NULL;

CREATE TRIGGER vehicles_link_words AFTER UPDATE ON vehicles FOR EACH ROW WHEN (OLD.words IS DISTINCT FROM NEW.words)
  EXECUTE FUNCTION renew_link_words('vehicle');
CREATE TRIGGER drivers_link_words AFTER UPDATE ON drivers FOR EACH ROW WHEN (OLD.words IS DISTINCT FROM NEW.words)
  EXECUTE FUNCTION renew_link_words('driver');
CREATE TRIGGER outlets_link_words AFTER UPDATE ON outlets FOR EACH ROW WHEN (OLD.words IS DISTINCT FROM NEW.words)
  EXECUTE FUNCTION renew_link_words('outlet');
CREATE TRIGGER devices_link_words AFTER UPDATE ON devices FOR EACH ROW WHEN (OLD.words IS DISTINCT FROM NEW.words)
  EXECUTE FUNCTION renew_link_words('device');

-- Expenses have their words from a trigger already, whose vehicle, driver and vendor it reads.
CREATE OR REPLACE FUNCTION set_expense_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.words := search_words(
    (SELECT concat_ws(' ', registration, regexp_replace(registration, '[\s-]', '', 'g'))
     FROM vehicles WHERE id = NEW.vehicle_id),
    (SELECT name FROM drivers WHERE id = NEW.driver_id),
    (SELECT name FROM contacts WHERE id = NEW.vendor_id),
    NEW.bill_number, NEW.note,
    CASE WHEN NEW.own <> '{}' THEN words_of_own(NEW.organisation_id, 'expense', NEW.own) END);
  RETURN NEW;
END $$;
DROP TRIGGER expenses_words ON expenses;
CREATE TRIGGER expenses_words BEFORE INSERT OR UPDATE OF vehicle_id, driver_id, vendor_id, bill_number, note, own
  ON expenses FOR EACH ROW EXECUTE FUNCTION set_expense_words();
UPDATE expenses SET own = own WHERE own <> '{}';

UPDATE file_links SET words = coalesce(words_of_record(record_kind, record_id), '')
WHERE NOT picture AND record_kind IN ('vehicle', 'driver', 'outlet', 'device');

-- A field that is hidden, or shown again, changes what its records are found by.
CREATE FUNCTION renew_own_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('UPDATE %I SET own = own WHERE organisation_id = $1 AND own <> ''{}'' AND jsonb_exists(own, $2)',
    CASE NEW.kind WHEN 'vehicle' THEN 'vehicles' WHEN 'driver' THEN 'drivers' WHEN 'expense' THEN 'expenses' ELSE 'outlets' END)
  USING NEW.organisation_id, NEW.id::text;
  RETURN NULL;
END $$;
CREATE TRIGGER own_fields_words AFTER UPDATE OF deleted_at ON own_fields FOR EACH ROW
  WHEN ((OLD.deleted_at IS NULL) IS DISTINCT FROM (NEW.deleted_at IS NULL)) EXECUTE FUNCTION renew_own_words();
