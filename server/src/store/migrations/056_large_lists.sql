-- Lists of a large fleet: what they are ordered by, narrowed to and counted from is found in an index alone.

-- What was deleted is little, and lists leave it out.
CREATE INDEX vehicles_deleted ON vehicles (id) WHERE deleted_at IS NOT NULL;
CREATE INDEX drivers_deleted ON drivers (id) WHERE deleted_at IS NOT NULL;

-- Documents keep what their holder is called and whether it was deleted, beside the words that have its name already.
ALTER TABLE documents
  ADD COLUMN holder_name text NOT NULL DEFAULT '',
  ADD COLUMN holder_gone boolean NOT NULL DEFAULT false;
CREATE OR REPLACE FUNCTION set_document_words() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  vehicle vehicles;
  driver drivers;
BEGIN
  SELECT * INTO vehicle FROM vehicles WHERE id = NEW.vehicle_id;
  SELECT * INTO driver FROM drivers WHERE id = NEW.driver_id;
  NEW.holder_name := coalesce(vehicle.registration, driver.name,
    (SELECT name FROM organisations WHERE id = NEW.organisation_id));
  NEW.holder_gone := vehicle.deleted_at IS NOT NULL OR driver.deleted_at IS NOT NULL;
  NEW.words := search_words(NEW.holder_name, nullif(regexp_replace(vehicle.registration, '[\s-]', '', 'g'), NEW.holder_name),
    NEW.number, NEW.kind_words, NEW.issuer, NEW.note);
  RETURN NEW;
END $$;
DROP TRIGGER vehicles_document_words ON vehicles;
CREATE TRIGGER vehicles_document_words AFTER UPDATE OF registration, deleted_at ON vehicles FOR EACH ROW
  WHEN ((OLD.registration, OLD.deleted_at IS NULL) IS DISTINCT FROM (NEW.registration, NEW.deleted_at IS NULL))
  EXECUTE FUNCTION renew_document_words();
DROP TRIGGER drivers_document_words ON drivers;
CREATE TRIGGER drivers_document_words AFTER UPDATE OF name, deleted_at ON drivers FOR EACH ROW
  WHEN ((OLD.name, OLD.deleted_at IS NULL) IS DISTINCT FROM (NEW.name, NEW.deleted_at IS NULL))
  EXECUTE FUNCTION renew_document_words();
UPDATE documents SET kind_words = kind_words;

CREATE INDEX documents_list ON documents (valid_until, id) INCLUDE (organisation_id, kind, vehicle_id, driver_id)
  WHERE deleted_at IS NULL AND NOT holder_gone AND NOT renewed;
CREATE INDEX documents_list_back ON documents (valid_until DESC NULLS LAST, id DESC)
  WHERE deleted_at IS NULL AND NOT holder_gone AND NOT renewed;
CREATE INDEX documents_list_renewed ON documents (valid_until, id)
  WHERE deleted_at IS NULL AND NOT holder_gone AND renewed;
CREATE INDEX documents_list_kind ON documents (kind, id) WHERE deleted_at IS NULL AND NOT holder_gone AND NOT renewed;
CREATE INDEX documents_list_holder ON documents (lower(holder_name), id)
  WHERE deleted_at IS NULL AND NOT holder_gone AND NOT renewed;
CREATE INDEX documents_list_number ON documents (lower(number), id)
  WHERE deleted_at IS NULL AND NOT holder_gone AND NOT renewed;
CREATE INDEX documents_list_issuer ON documents (lower(issuer), id)
  WHERE deleted_at IS NULL AND NOT holder_gone AND NOT renewed;
CREATE INDEX documents_list_cost ON documents (cost, id) WHERE deleted_at IS NULL AND NOT holder_gone AND NOT renewed;

-- What begins on a day.
CREATE INDEX driver_assignments_planned ON driver_assignments (from_time) WHERE source = 'assignment';
CREATE INDEX tasks_day ON tasks (due_on) WHERE deleted_at IS NULL;
CREATE INDEX work_orders_out ON work_orders (out_from) WHERE deleted_at IS NULL;
CREATE INDEX work_orders_done ON work_orders (done_on) WHERE deleted_at IS NULL;

-- What is due next, and how much of each plan.
CREATE INDEX service_dues_list ON service_dues (due_on, id) INCLUDE (organisation_id, vehicle_id, plan_id, soon_on);
CREATE INDEX service_dues_plan ON service_dues (plan_id) INCLUDE (vehicle_id, due_on);
CREATE INDEX vehicles_list ON vehicles (lower(registration), id) INCLUDE (organisation_id) WHERE deleted_at IS NULL;

-- Fields that lists are searched by, beside those of what they name.
ALTER TABLE vehicles DROP COLUMN words;
ALTER TABLE vehicles ADD COLUMN words text NOT NULL GENERATED ALWAYS AS (
  search_words(VARIADIC ARRAY[registration, regexp_replace(registration, '[\s-]', '', 'g'), make, model, chassis_number,
    engine_number, colour, owner] || tags)
) STORED;
CREATE INDEX vehicles_words ON vehicles USING gin (words gin_trgm_ops) WHERE deleted_at IS NULL;
ALTER TABLE installations ADD COLUMN words text NOT NULL GENERATED ALWAYS AS (
  search_words(technician, place, sim_number, sim_operator, note)
) STORED;
ALTER TABLE recurring_expenses ADD COLUMN words text NOT NULL GENERATED ALWAYS AS (search_words(note)) STORED;
ALTER TABLE driver_assignments ADD COLUMN words text NOT NULL GENERATED ALWAYS AS (search_words(note)) STORED;
ALTER TABLE files ADD COLUMN words text NOT NULL GENERATED ALWAYS AS (search_words(name)) STORED;

-- What the gallery leaves out, and what it counts by.
CREATE INDEX devices_deleted ON devices (id) WHERE deleted_at IS NOT NULL;
CREATE INDEX documents_gone ON documents (id) WHERE deleted_at IS NOT NULL OR holder_gone;
CREATE INDEX expenses_deleted ON expenses (id) WHERE deleted_at IS NOT NULL;
CREATE INDEX work_orders_deleted ON work_orders (id) WHERE deleted_at IS NOT NULL;
CREATE INDEX inspections_deleted ON inspections (id) WHERE deleted_at IS NOT NULL;
CREATE INDEX tasks_deleted ON tasks (id) WHERE deleted_at IS NOT NULL;
DROP INDEX file_links_media;
CREATE INDEX file_links_media ON file_links (at DESC, id DESC)
  INCLUDE (organisation_id, record_kind, record_id, vehicle_id) WHERE NOT picture;

-- Papers and clips are found by the words of their records too, whichever these are: kept beside each, as a record is
-- looked up for one but not for all of them. Pictures are not searched.
CREATE FUNCTION words_of_record(kind text, of_record int) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT CASE kind
    WHEN 'vehicle' THEN (SELECT words FROM vehicles WHERE id = of_record)
    WHEN 'driver' THEN (SELECT words FROM drivers WHERE id = of_record)
    WHEN 'device' THEN (SELECT words FROM devices WHERE id = of_record)
    WHEN 'fence' THEN (SELECT words FROM geofences WHERE id = of_record)
    WHEN 'document' THEN (SELECT words FROM documents WHERE id = of_record)
    WHEN 'service-plan' THEN (SELECT words FROM service_plans WHERE id = of_record)
    WHEN 'work-order' THEN (SELECT words FROM work_orders WHERE id = of_record)
    WHEN 'inspection' THEN (SELECT words FROM inspections WHERE id = of_record)
    WHEN 'expense' THEN (SELECT words FROM expenses WHERE id = of_record)
    WHEN 'contact' THEN (SELECT words FROM contacts WHERE id = of_record)
    WHEN 'subscription' THEN (SELECT words FROM subscriptions WHERE id = of_record)
    WHEN 'invoice' THEN (SELECT words FROM invoices WHERE id = of_record)
    WHEN 'task' THEN (SELECT words FROM tasks WHERE id = of_record)
    WHEN 'message' THEN (SELECT words FROM messages WHERE id = of_record)
    WHEN 'alarm' THEN (SELECT search_words(r.name) FROM alarms a JOIN alarm_rules r ON r.id = a.rule_id WHERE a.id = of_record)
  END
$$;
ALTER TABLE file_links ADD COLUMN words text NOT NULL DEFAULT '';
CREATE FUNCTION set_link_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.words := coalesce(words_of_record(NEW.record_kind, NEW.record_id), '');
  RETURN NEW;
END $$;
CREATE TRIGGER file_links_words BEFORE INSERT ON file_links
  FOR EACH ROW WHEN (NOT NEW.picture) EXECUTE FUNCTION set_link_words();
CREATE FUNCTION renew_link_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE file_links SET words = NEW.words WHERE record_kind = TG_ARGV[0] AND record_id = NEW.id AND NOT picture;
  RETURN NULL;
END $$;
DO $$
DECLARE
  kind record;
BEGIN
  FOR kind IN SELECT * FROM (VALUES ('vehicle', 'vehicles'), ('driver', 'drivers'), ('device', 'devices'), ('fence', 'geofences'),
    ('document', 'documents'), ('service-plan', 'service_plans'), ('work-order', 'work_orders'), ('inspection', 'inspections'),
    ('expense', 'expenses'), ('contact', 'contacts'), ('subscription', 'subscriptions'), ('invoice', 'invoices'),
    ('task', 'tasks'), ('message', 'messages')) kinds (name, at_table)
  LOOP
    EXECUTE format('CREATE TRIGGER %I AFTER UPDATE ON %I FOR EACH ROW WHEN (OLD.words IS DISTINCT FROM NEW.words)
      EXECUTE FUNCTION renew_link_words(%L)', kind.at_table || '_link_words', kind.at_table, kind.name);
  END LOOP;
END $$;
CREATE FUNCTION renew_alarm_link_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE file_links l SET words = search_words(NEW.name) FROM alarms a
  WHERE a.rule_id = NEW.id AND l.record_kind = 'alarm' AND l.record_id = a.id AND NOT l.picture;
  RETURN NULL;
END $$;
CREATE TRIGGER alarm_rules_link_words AFTER UPDATE OF name ON alarm_rules
  FOR EACH ROW WHEN (OLD.name IS DISTINCT FROM NEW.name) EXECUTE FUNCTION renew_alarm_link_words();
UPDATE file_links SET words = coalesce(words_of_record(record_kind, record_id), '') WHERE NOT picture;
