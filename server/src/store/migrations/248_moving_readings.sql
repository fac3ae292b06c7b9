-- Whether the vehicle drove when each value of a sensor of yes and no began to hold: a halt on a trip is no driving. Null of
-- figures, and of what was kept before.
ALTER TABLE sensor_readings ADD moving boolean[];

-- Vehicles with such sensors: their facts are made again with it.
INSERT INTO late_marks AS held (installation_id, late_at)
SELECT i.id, i.installed_at FROM installations i
 WHERE EXISTS (SELECT FROM sensors s LEFT JOIN vehicle_sensor_profiles l ON l.profile_id = s.profile_id
                WHERE i.vehicle_id IN (s.vehicle_id, l.vehicle_id) AND s.kind IN ('door', 'ac', 'pto', 'signal'))
ON CONFLICT (installation_id) DO UPDATE SET late_at = least(held.late_at, excluded.late_at);
