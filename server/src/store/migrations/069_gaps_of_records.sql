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

-- What a meter showed at a service is a reading, too; it comes and goes with the service.
ALTER TABLE meter_readings
  ADD COLUMN source            text NOT NULL DEFAULT 'person' CHECK (source IN ('person', 'service')),
  ADD COLUMN service_record_id int REFERENCES service_records(id) ON DELETE CASCADE,
  ADD COLUMN work_order_id     int REFERENCES work_orders(id) ON DELETE CASCADE,
  ADD CHECK ((source = 'service') = (num_nonnulls(service_record_id, work_order_id) = 1));
CREATE INDEX meter_readings_service ON meter_readings (service_record_id) WHERE service_record_id IS NOT NULL;
CREATE INDEX meter_readings_order ON meter_readings (work_order_id) WHERE work_order_id IS NOT NULL;

-- Of those that were typed before, each that no other contradicts: nobody was told of a contradiction then.
WITH told AS (
  SELECT r.vehicle_id, m.meter, m.value, r.day, r.id AS service_record_id, NULL::int AS work_order_id, r.created_by
  FROM service_records r, (VALUES ('odometer'), ('engine-hours')) k (meter)
  CROSS JOIN LATERAL (SELECT k.meter, CASE k.meter WHEN 'odometer' THEN r.odometer_m ELSE r.engine_s END AS value) m
  WHERE r.deleted_at IS NULL AND r.work_order_id IS NULL AND m.value IS NOT NULL
  UNION ALL
  SELECT w.vehicle_id, 'odometer', w.odometer_m, w.done_on, NULL, w.id, w.created_by
  FROM work_orders w WHERE w.state = 'done' AND w.deleted_at IS NULL AND w.odometer_m IS NOT NULL
), placed AS (
  SELECT t.*, ((t.day + 1)::timestamp AT TIME ZONE o.time_zone)
      - row_number() OVER (PARTITION BY t.vehicle_id, t.meter, t.day ORDER BY t.value DESC) * interval '1 second' AS at
  FROM told t JOIN vehicles v ON v.id = t.vehicle_id JOIN organisations o ON o.id = v.organisation_id
), ordered AS (
  SELECT p.*, max(value) OVER (PARTITION BY vehicle_id, meter ORDER BY at ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS earlier,
    min(value) OVER (PARTITION BY vehicle_id, meter ORDER BY at ROWS BETWEEN 1 FOLLOWING AND UNBOUNDED FOLLOWING) AS later
  FROM placed p
)
INSERT INTO meter_readings (vehicle_id, meter, at, value, added_by, source, service_record_id, work_order_id)
SELECT o.vehicle_id, o.meter, o.at, o.value, o.created_by, 'service', o.service_record_id, o.work_order_id FROM ordered o
WHERE o.at <= now() AND coalesce(o.earlier <= o.value, true) AND coalesce(o.later >= o.value, true)
  AND NOT EXISTS (SELECT FROM meter_readings r WHERE r.vehicle_id = o.vehicle_id AND r.meter = o.meter AND r.deleted_at IS NULL
    AND (r.at = o.at OR (r.at < o.at AND r.value > o.value) OR (r.at > o.at AND r.value < o.value)));
