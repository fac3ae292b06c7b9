import type { AdminMenu } from '@milepost/contract/admin-routes';
import { AppError, fieldError } from '../../errors.ts';
import { type Actor, audited } from '../audit/audit.ts';
import { type Database, inTransaction, type Queryable } from '../database.ts';

/** All entries of the menu in their order. */
export async function listMenus(db: Queryable): Promise<AdminMenu[]> {
  const { rows } = await db.query<AdminMenu>(
    `SELECT id, key, parent_id AS "parentId", title, path, icon, cm AS "CM", position FROM menus ORDER BY position, id`,
  );
  return rows;
}

/** @throws AppError `not-found` */
export async function saveMenu(
  database: Database,
  actor: Actor,
  menu: { id: number; title: string; icon: string; CM: number },
): Promise<AdminMenu> {
  const { id } = menu;
  await inTransaction(database, async (db) => {
    const { rowCount } = await db.query('SELECT FROM menus WHERE id = $1 FOR UPDATE', [id]);
    if (!rowCount) throw noMenu();
    await audited(db, actor, { subject: 'menu', id, action: 'change' }, async () => {
      await db.query('UPDATE menus SET title = $2, icon = $3, cm = $4, edited = true WHERE id = $1', [
        id,
        menu.title,
        menu.icon,
        menu.CM,
      ]);
      return id;
    });
  });
  const saved = (await listMenus(database)).find((row) => row.id === id);
  if (!saved) throw noMenu();
  return saved;
}

/**
 * Puts entries of one level into this order; the places that they have among all stay taken by them.
 * @throws AppError `not-found`, `invalid` when they are not of one level
 */
export async function sortMenus(database: Database, actor: Actor, ids: readonly number[]): Promise<AdminMenu[]> {
  await inTransaction(database, async (db) => {
    const { rows } = await db.query<{ id: number; parent_id: number | null; position: number }>(
      `SELECT id, parent_id, position FROM menus WHERE id = ANY($1)
       ORDER BY position, id FOR UPDATE`,
      [ids],
    );
    if (new Set(ids).size !== ids.length) throw notOneLevel();
    if (rows.length !== ids.length) throw noMenu();
    if (new Set(rows.map((row) => row.parent_id)).size !== 1) throw notOneLevel();
    for (const [index, id] of ids.entries()) {
      await audited(db, actor, { subject: 'menu', id, action: 'sort' }, async () => {
        await db.query('UPDATE menus SET position = $2, sorted = true WHERE id = $1', [id, rows[index]?.position]);
        return id;
      });
    }
  });
  return listMenus(database);
}

function noMenu(): AppError {
  return new AppError('not-found', 'no-menu');
}

function notOneLevel(): AppError {
  return fieldError('invalid', { ids: 'one-level' });
}
