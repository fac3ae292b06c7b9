-- Whom only some vehicles are shown: those of these groups, and these. Of all others the person learns nothing.
-- With neither there are none, so that a limit never widens by what is taken out of it.
ALTER TABLE users
  ADD COLUMN limited           boolean NOT NULL DEFAULT false,
  ADD COLUMN limit_group_ids   int[]   NOT NULL DEFAULT '{}',
  ADD COLUMN limit_vehicle_ids int[]   NOT NULL DEFAULT '{}';

-- A role for guests, once for each organisation that has none of that name; new ones get it when they are made.
WITH made AS (
  INSERT INTO roles (organisation_id, name, priority)
  SELECT o.id, 'Viewer', 900 FROM organisations o
  WHERE NOT EXISTS (SELECT FROM roles r WHERE r.organisation_id = o.id AND lower(r.name) = 'viewer')
  RETURNING id
)
INSERT INTO role_permissions (role_id, menu_id, can_view)
SELECT made.id, m.id, true FROM made, menus m
WHERE m.key IN ('dashboard', 'live-map', 'history', 'timeline', 'in-out-location', 'geo-fence', 'alarms', 'alarm-monitor',
  'maps', 'vehicles');
