-- Times in which a vehicle or a driver must not be used. One rule for every form and every job that plans: it reads these
-- views, and nothing decides by itself. `cause` identifies the obstacle, so that an override holds for it alone.
CREATE VIEW vehicle_obstacles AS
  SELECT v.id AS vehicle_id, v.status AS kind, coalesce(v.status_since, '-infinity') AS from_time,
         'infinity'::timestamptz AS to_time, NULL::int AS work_order_id, NULL::int AS number,
         concat_ws(':', v.status, extract(epoch FROM v.status_since)) AS cause
  FROM vehicles v WHERE v.status <> 'in-service'
  UNION ALL
  SELECT w.vehicle_id, 'work-order', w.out_from, coalesce(w.out_to, 'infinity'), w.id, w.number, 'work-order:' || w.id
  FROM work_orders w
  WHERE w.out_from IS NOT NULL AND w.state NOT IN ('done', 'cancelled') AND w.deleted_at IS NULL;

-- Days count in the zone of the driver's organisation; the last day of a licence and of an employment still counts.
CREATE VIEW driver_obstacles AS
  SELECT d.id AS driver_id, x.kind, x.from_time, x.to_time, x.day, x.kind || ':' || x.day AS cause
  FROM drivers d JOIN organisations o ON o.id = d.organisation_id
  CROSS JOIN LATERAL (VALUES
    ('left', (d.left_on + 1)::timestamp AT TIME ZONE o.time_zone, 'infinity'::timestamptz, d.left_on),
    ('licence-expired', (d.licence_expires_on + 1)::timestamp AT TIME ZONE o.time_zone, 'infinity', d.licence_expires_on),
    ('not-hired', '-infinity', d.hired_on::timestamp AT TIME ZONE o.time_zone, d.hired_on)
  ) x(kind, from_time, to_time, day)
  WHERE x.day IS NOT NULL;

-- Why a person used a vehicle or a driver although an obstacle stood against it: {reason, causes, by, at}.
ALTER TABLE driver_assignments ADD COLUMN override jsonb;
ALTER TABLE route_plans ADD COLUMN override jsonb;
ALTER TABLE route_runs ADD COLUMN override jsonb;

-- The work order that set the status, which ends with it.
ALTER TABLE vehicle_statuses ADD COLUMN work_order_id int REFERENCES work_orders(id) ON DELETE SET NULL;
CREATE INDEX vehicle_statuses_work_order ON vehicle_statuses (work_order_id) WHERE work_order_id IS NOT NULL;
