-- A bill of fuel before this one was never entered: what was burnt since the full tank before it is not known.
ALTER TABLE expenses ADD COLUMN missed_fill boolean NOT NULL DEFAULT false;

-- The work order that booked an expense, kept when the order is opened again: of one order one expense counts.
ALTER TABLE expenses ADD COLUMN work_order_id int REFERENCES work_orders(id);
UPDATE expenses e SET work_order_id = w.id FROM work_orders w WHERE w.expense_id = e.id;
-- Those of orders that were opened again are known by what stands on them.
UPDATE expenses e SET work_order_id = w.id FROM work_orders w
WHERE e.work_order_id IS NULL AND e.deleted_at IS NOT NULL AND w.organisation_id = e.organisation_id
  AND w.vehicle_id = e.vehicle_id AND e.note = 'WO-' || w.number || ' · ' || w.title;
CREATE INDEX expenses_work_order ON expenses (work_order_id) WHERE work_order_id IS NOT NULL;
