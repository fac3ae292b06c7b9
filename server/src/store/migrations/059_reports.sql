-- Which reports people opened and when, and which they keep at hand.
CREATE TABLE report_uses (
  user_id   int NOT NULL REFERENCES users(id) ON DELETE CASCADE,
  kind      text NOT NULL,
  opened_at timestamptz,
  favourite boolean NOT NULL DEFAULT false,
  PRIMARY KEY (user_id, kind)
);

-- A menu, for roles that are as they came or were made: who saw what vehicles did, and which devices they have, sees the
-- reports of it. (A new database has no menus yet.)
INSERT INTO menus (key, title, path, icon, position, cm)
SELECT new.key, new.title, new.key, new.icon, 20, 1
FROM (VALUES ('reports', 'Reports', 'report-analytics')) new (key, title, icon)
WHERE EXISTS (SELECT FROM menus) ON CONFLICT (key) DO NOTHING;
INSERT INTO role_permissions (role_id, menu_id, can_view)
SELECT r.id, new.id, true FROM roles r, menus new
WHERE new.key = 'reports' AND EXISTS (
  SELECT FROM role_permissions p JOIN menus m ON m.id = p.menu_id
  WHERE p.role_id = r.id AND m.key IN ('history', 'vehicles') AND p.can_view)
ON CONFLICT DO NOTHING;
