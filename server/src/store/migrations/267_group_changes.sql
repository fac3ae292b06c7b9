-- When vehicles left which group: totals of the past belong to the group in which a vehicle was then. A first group is no
-- change: it holds for the time before, in which the vehicle had none.
CREATE TABLE vehicle_group_changes (
  id          int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  vehicle_id  int NOT NULL REFERENCES vehicles(id) ON DELETE CASCADE,
  at          timestamptz NOT NULL DEFAULT now(),
  -- No reference: the group may be deleted since.
  from_group  int NOT NULL
);
CREATE INDEX vehicle_group_changes_vehicle ON vehicle_group_changes (vehicle_id, at, id) INCLUDE (from_group);

CREATE FUNCTION vehicle_group_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO vehicle_group_changes (vehicle_id, from_group) VALUES (NEW.id, OLD.group_id);
  RETURN NULL;
END $$;
CREATE TRIGGER vehicle_group_changed AFTER UPDATE ON vehicles
  FOR EACH ROW WHEN (OLD.group_id IS NOT NULL AND OLD.group_id IS DISTINCT FROM NEW.group_id)
  EXECUTE FUNCTION vehicle_group_changed();

-- What the audit log knows of the time before.
INSERT INTO vehicle_group_changes (vehicle_id, at, from_group)
SELECT v.id, a.at, g.id FROM audit_log a JOIN vehicles v ON v.id::text = a.subject_id
  JOIN vehicle_groups g ON g.organisation_id = v.organisation_id AND g.name = a.before ->> 'group'
WHERE a.subject = 'vehicle' AND a.after IS NOT NULL AND a.after ->> 'group' IS DISTINCT FROM a.before ->> 'group'
ORDER BY a.id;

-- The group of a vehicle just before a moment.
CREATE FUNCTION group_before(vehicle int, moment timestamptz) RETURNS int LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN c.from_group IS NULL THEN v.group_id ELSE c.from_group END
  FROM vehicles v LEFT JOIN LATERAL (
    SELECT from_group FROM vehicle_group_changes WHERE vehicle_id = v.id AND at >= $2 ORDER BY at, id LIMIT 1) c ON true
  WHERE v.id = $1
$$;
