import type { AdminMenu } from '@milepost/contract/admin-operations';
import { AppError, fieldError } from '../../errors.ts';
import { type Actor, audited } from '../audit/audit.ts';
import { type Database, inTransaction, type Queryable } from '../database.ts';
import { changedMeanwhile, checkVersion } from '../versions.ts';

/** All entries of the menu in order. */
export async function listMenus(db: Queryable): Promise<AdminMenu[]> {
  const { rows } = await db.query<AdminMenu>(
    `SELECT id, key, parent_id AS "parentId", title, path, icon, cm AS "CM", position, version FROM menus ORDER BY position, id`,
  );
  return rows;
}

/** @throws AppError `not-found`, `conflict` if somebody else saved it meanwhile */
export async function saveMenu(
  database: Database,
  actor: Actor,
  menu: { id: number; title: string; icon: string; CM: number; version?: number | undefined },
): Promise<AdminMenu> {
  const { id } = menu;
  await inTransaction(database, async (db) => {
    const { rowCount } = await db.query('SELECT FROM menus WHERE id = $1 FOR UPDATE', [id]);
    if (!rowCount) throw noMenu();
    await checkVersion(db, 'menu', id, menu.version);
    await audited(db, actor, { subject: 'menu', id, action: 'change' }, async () => {
      await db.query(
        'UPDATE menus SET title = $2, icon = $3, cm = $4, edited = true, version = version + 1 WHERE id = $1',
        [id, menu.title, menu.icon, menu.CM],
      );
      return id;
    });
  });
  const saved = (await listMenus(database)).find((row) => row.id === id);
  if (!saved) throw noMenu();
  return saved;
}

/**
 * Sorts the entries of one level; they keep the positions that they have among all entries.
 * @param was the order that the caller saw
 * @throws AppError `not-found`, `invalid` if they are not of one level, `conflict` if their order has changed since
 */
export async function sortMenus(
  database: Database,
  actor: Actor,
  { ids, was }: { ids: readonly number[]; was?: readonly number[] | undefined },
): Promise<AdminMenu[]> {
  await inTransaction(database, async (db) => {
    const { rows } = await db.query<{ id: number; parent_id: number | null; position: number }>(
      `SELECT id, parent_id, position FROM menus WHERE id = ANY($1)
       ORDER BY position, id FOR UPDATE`,
      [ids],
    );
    if (new Set(ids).size !== ids.length) throw notOneLevel();
    if (rows.length !== ids.length) throw noMenu();
    if (new Set(rows.map((row) => row.parent_id)).size !== 1) throw notOneLevel();
    const present = rows.map(({ id }) => id);
    if (was && was.join() !== present.join()) {
      throw await changedMeanwhile(
        db,
        present.map((id) => ['menu', id] as const),
      );
    }
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
