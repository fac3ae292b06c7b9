import type { Queryable } from '../database.ts';

/** An entry of the menu with the actions that one role allows; entries that only open a submenu have no grants. */
export interface MenuRow {
  id: number;
  key: string;
  parentId: number | null;
  title: string;
  path: string;
  class: string;
  icon: string;
  cm: number;
  view: boolean;
  create: boolean;
  edit: boolean;
  delete: boolean;
}

/** All entries in display order. */
export async function menusForRole(db: Queryable, roleId: number): Promise<MenuRow[]> {
  const { rows } = await db.query<MenuRow>(
    `SELECT m.id, m.key, m.parent_id AS "parentId", m.title, m.path, m.class, m.icon, m.cm,
            coalesce(p.can_view, false) AS view, coalesce(p.can_create, false) AS create,
            coalesce(p.can_edit, false) AS edit, coalesce(p.can_delete, false) AS delete
     FROM menus m LEFT JOIN role_permissions p ON p.menu_id = m.id AND p.role_id = $1
     ORDER BY m.position, m.id`,
    [roleId],
  );
  return rows;
}
