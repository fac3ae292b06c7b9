-- The cause of an obstacle names its vehicle or driver too: the reason for using one driver whose licence ran out on a day
-- held for every other whose licence ran out on the same day.
CREATE OR REPLACE VIEW vehicle_obstacles AS
  SELECT v.id AS vehicle_id, v.status AS kind, coalesce(v.status_since, '-infinity') AS from_time,
         'infinity'::timestamptz AS to_time, NULL::int AS work_order_id, NULL::int AS number,
         concat_ws(':', 'vehicle', v.id, v.status, extract(epoch FROM v.status_since)) AS cause
  FROM vehicles v WHERE v.status <> 'in-service'
  UNION ALL
  SELECT w.vehicle_id, 'work-order', w.out_from, coalesce(w.out_to, 'infinity'), w.id, w.number, 'work-order:' || w.id
  FROM work_orders w
  WHERE w.out_from IS NOT NULL AND w.state NOT IN ('done', 'cancelled') AND w.deleted_at IS NULL;

CREATE OR REPLACE VIEW driver_obstacles AS
  SELECT d.id AS driver_id, x.kind, x.from_time, x.to_time, x.day, concat_ws(':', 'driver', d.id, x.kind, x.day) AS cause
  FROM drivers d JOIN organisations o ON o.id = d.organisation_id
  CROSS JOIN LATERAL (VALUES
    ('left', (d.left_on + 1)::timestamp AT TIME ZONE o.time_zone, 'infinity'::timestamptz, d.left_on),
    ('licence-expired', (d.licence_expires_on + 1)::timestamp AT TIME ZONE o.time_zone, 'infinity', d.licence_expires_on),
    ('not-hired', '-infinity', d.hired_on::timestamp AT TIME ZONE o.time_zone, d.hired_on)
  ) x(kind, from_time, to_time, day)
  WHERE x.day IS NOT NULL;

-- Stored reasons hold on for the vehicle and the driver of their record.
CREATE FUNCTION pg_temp.with_ids(override jsonb, vehicle_id int, driver_id int) RETURNS jsonb LANGUAGE sql AS $$
  SELECT jsonb_set(override, '{causes}', coalesce((
    SELECT jsonb_agg(CASE
      WHEN cause LIKE 'work-order:%' THEN cause
      WHEN split_part(cause, ':', 1) IN ('left', 'licence-expired', 'not-hired') THEN concat_ws(':', 'driver', driver_id, cause)
      ELSE concat_ws(':', 'vehicle', vehicle_id, cause) END)
    FROM jsonb_array_elements_text(override -> 'causes') AS cause), '[]'))
$$;
UPDATE driver_assignments SET override = pg_temp.with_ids(override, vehicle_id, driver_id) WHERE override IS NOT NULL;
UPDATE route_plans SET override = pg_temp.with_ids(override, vehicle_id, driver_id) WHERE override IS NOT NULL;
UPDATE route_runs SET override = pg_temp.with_ids(override, vehicle_id, driver_id) WHERE override IS NOT NULL;
