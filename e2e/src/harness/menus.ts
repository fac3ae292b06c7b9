import { inDatabase } from './database.ts';
import type { TestServer } from './server-process.ts';

interface TestMenu {
  title: string;
  /** Omitted for an entry that only opens its submenu. */
  path?: string;
  /** The title of the parent entry. */
  parent?: string;
  CM?: number;
}

/** Adds an entry at the end of the menu, as in a later version or another installation; for the Administrator. */
export async function addMenu(server: TestServer, { title, path = '', parent, CM = 1 }: TestMenu): Promise<void> {
  await inDatabase(
    server,
    `WITH made AS (
       INSERT INTO menus (key, parent_id, title, path, icon, cm, position)
       VALUES (lower(replace($1, ' ', '-')), (SELECT id FROM menus WHERE title = $2), $1, $3, 'star', $4, 1000)
       RETURNING id)
     INSERT INTO role_permissions (role_id, menu_id, can_view)
     SELECT r.id, made.id, true FROM made, roles r WHERE r.name = 'Administrator' AND $3 <> ''`,
    [title, parent ?? null, path, CM],
  );
}
