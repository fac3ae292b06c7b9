-- What a bill says against what the vehicle's device told of the day: where it was, and how far its tank rose.
ALTER TABLE expenses
  -- Has to be compared, or compared again: it was changed, or its photos or its vendor's place were.
  ADD COLUMN check_due         boolean NOT NULL DEFAULT true,
  ADD COLUMN checked_at        timestamptz,
  -- How much was known of the day then: where that changed, it is compared again. Null: there was nothing to compare.
  ADD COLUMN checked_positions int,
  -- PlaceCheck and TankCheck of contract/src/expense-routes.ts; null where there is nothing to compare.
  ADD COLUMN place_check       jsonb,
  ADD COLUMN tank_check        jsonb,
  ADD COLUMN place_doubted     boolean NOT NULL GENERATED ALWAYS AS (coalesce(place_check ->> 'state' = 'away', false)) STORED,
  ADD COLUMN tank_doubted      boolean NOT NULL GENERATED ALWAYS AS (coalesce(tank_check ->> 'state' = 'less', false)) STORED;

CREATE INDEX expenses_check_due ON expenses (id) WHERE check_due AND deleted_at IS NULL;
CREATE INDEX expenses_checked ON expenses (day) WHERE checked_positions IS NOT NULL AND deleted_at IS NULL;
CREATE INDEX expenses_place_doubted ON expenses (day, id) WHERE place_doubted AND deleted_at IS NULL;
CREATE INDEX expenses_tank_doubted ON expenses (day, id) WHERE tank_doubted AND deleted_at IS NULL;

CREATE FUNCTION recheck_expenses_of_vendor() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE expenses SET check_due = true WHERE vendor_id = NEW.id AND deleted_at IS NULL AND NOT check_due;
  RETURN NULL;
END $$;
CREATE TRIGGER contacts_expense_checks AFTER UPDATE OF lat, lon ON contacts FOR EACH ROW
  WHEN ((OLD.lat, OLD.lon) IS DISTINCT FROM (NEW.lat, NEW.lon)) EXECUTE FUNCTION recheck_expenses_of_vendor();

-- `at` follows when a photo was taken, which a person may correct.
CREATE FUNCTION recheck_expense_of_photo() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE expenses SET check_due = true WHERE id = coalesce(NEW.record_id, OLD.record_id) AND NOT check_due;
  RETURN NULL;
END $$;
CREATE TRIGGER file_links_expense_checks AFTER INSERT OR UPDATE OF at ON file_links FOR EACH ROW
  WHEN (NEW.record_kind = 'expense' AND NEW.picture) EXECUTE FUNCTION recheck_expense_of_photo();
CREATE TRIGGER file_links_expense_checks_gone AFTER DELETE ON file_links FOR EACH ROW
  WHEN (OLD.record_kind = 'expense' AND OLD.picture) EXECUTE FUNCTION recheck_expense_of_photo();
