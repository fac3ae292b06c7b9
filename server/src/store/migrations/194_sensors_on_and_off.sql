-- What a sensor told to be on; the name is then "sensor:" and its number.
ALTER TABLE switch_spans ADD sensor_id int;   -- of sensors; a deleted one is still there

-- Vehicles with sensors that tell yes or no: their facts are made again with them.
INSERT INTO late_marks AS held (installation_id, late_at)
SELECT i.id, i.installed_at FROM installations i
 WHERE EXISTS (SELECT FROM sensors s LEFT JOIN vehicle_sensor_profiles l ON l.profile_id = s.profile_id
                WHERE i.vehicle_id IN (s.vehicle_id, l.vehicle_id) AND s.kind IN ('door', 'ac', 'pto', 'signal'))
ON CONFLICT (installation_id) DO UPDATE SET late_at = least(held.late_at, excluded.late_at);
