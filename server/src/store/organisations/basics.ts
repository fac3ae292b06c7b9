import { MENUS } from '@milepost/contract/menus';
import type { Action } from '@milepost/contract/rights';
import type { Queryable } from '../database.ts';
import { ADMINISTRATOR } from '../roles/basic-roles.ts';
import { addStartingRoles } from '../roles/starting-roles.ts';
import { onlyRow } from '../rows.ts';

const ROOT_NAME = 'Milepost';

/**
 * Creates what is missing of the root organisation, the menus and the administrator's role, and the starting roles once
 * with the root organisation. Existing records stay, except that menu entries are updated to this version unless an
 * administrator changed them.
 * @param timeZone the time zone of a new root organisation; UTC if null or unknown to the database
 * @returns the root, and the role of its administrators
 */
export async function writeBasics(
  db: Queryable,
  timeZone: string | null,
): Promise<{ organisationId: number; administratorRoleId: number }> {
  const { id: organisationId, made } = await ensureRoot(db, timeZone);
  await ensureMenus(db);
  const administratorRoleId = await ensureAdministrator(db, organisationId);
  // Only once, so that a role that somebody deleted does not return.
  if (made) {
    const giver = { roleId: administratorRoleId, priority: ADMINISTRATOR.priority };
    await addStartingRoles(db, giver, null, organisationId);
  }
  return { organisationId, administratorRoleId };
}

async function ensureRoot(db: Queryable, timeZone: string | null): Promise<{ id: number; made: boolean }> {
  const found = await db.query<{ id: number }>('SELECT id FROM organisations WHERE parent_id IS NULL ORDER BY id');
  if (found.rows[0]) return { id: found.rows[0].id, made: false };
  const made = await db.query<{ id: number }>(
    `INSERT INTO organisations (name, time_zone)
     VALUES ($1, coalesce((SELECT name FROM pg_timezone_names WHERE name = $2), 'UTC')) RETURNING id`,
    [ROOT_NAME, timeZone],
  );
  return { id: onlyRow(made).id, made: true };
}

async function ensureMenus(db: Queryable): Promise<void> {
  const columns = [
    MENUS.map(({ key }) => key),
    MENUS.map(({ title }) => title),
    MENUS.map(({ path }) => path),
    MENUS.map(({ icon }) => icon),
  ];
  await db.query(
    `INSERT INTO menus (key, title, path, icon, position, cm)
     SELECT key, title, path, icon, number - 1, 1
     FROM unnest($1::text[], $2::text[], $3::text[], $4::text[]) WITH ORDINALITY AS m (key, title, path, icon, number)
     ORDER BY number
     ON CONFLICT (key) DO UPDATE SET path = excluded.path,
       cm = CASE WHEN menus.edited THEN menus.cm ELSE excluded.cm END,
       title = CASE WHEN menus.edited THEN menus.title ELSE excluded.title END,
       icon = CASE WHEN menus.edited THEN menus.icon ELSE excluded.icon END,
       position = CASE WHEN menus.sorted THEN menus.position ELSE excluded.position END`,
    columns,
  );
  // When an entry changes groups, the order that an administrator set in its former group no longer applies.
  await db.query(
    `UPDATE menus SET parent_id = p.id, position = m.number - 1, sorted = false
     FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS m (key, parent, number) LEFT JOIN menus p ON p.key = m.parent
     WHERE menus.key = m.key AND menus.parent_id IS DISTINCT FROM p.id`,
    [MENUS.map(({ key }) => key), MENUS.map(({ parent }) => parent)],
  );
}

/** The administrator's role, with every right of this version. */
async function ensureAdministrator(db: Queryable, organisationId: number): Promise<number> {
  const { name, priority, grants } = ADMINISTRATOR;
  await db.query(
    'INSERT INTO roles (organisation_id, name, priority) VALUES ($1, $2, $3) ON CONFLICT (organisation_id, name) DO NOTHING',
    [organisationId, name, priority],
  );
  const found = await db.query<{ id: number }>('SELECT id FROM roles WHERE organisation_id = $1 AND name = $2', [
    organisationId,
    name,
  ]);
  const { id } = onlyRow(found);
  const granted = Object.entries(grants);
  const may = (action: Action) => granted.map(([, actions]) => actions.includes(action));
  await db.query(
    `INSERT INTO role_permissions (role_id, menu_id, can_view, can_create, can_edit, can_delete)
     SELECT $1, m.id, g.can_view, g.can_create, g.can_edit, g.can_delete
     FROM unnest($2::text[], $3::boolean[], $4::boolean[], $5::boolean[], $6::boolean[])
       AS g (key, can_view, can_create, can_edit, can_delete) JOIN menus m ON m.key = g.key
     ON CONFLICT (role_id, menu_id) DO UPDATE SET can_view = excluded.can_view, can_create = excluded.can_create,
       can_edit = excluded.can_edit, can_delete = excluded.can_delete`,
    [id, granted.map(([key]) => key), may('view'), may('create'), may('edit'), may('delete')],
  );
  return id;
}
