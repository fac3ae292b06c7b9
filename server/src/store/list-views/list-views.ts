import { fault } from '@milepost/contract/fault';
import type { ListView } from '@milepost/contract/list-view-operations';
import { AppError } from '../../errors.ts';
import { type Actor, audited } from '../audit/audit.ts';
import { type Database, inTransaction, type Queryable } from '../database.ts';
import type { Page } from '../page.ts';
import { onlyRow } from '../rows.ts';

/** The views of one list, of one person or of the organisation. */
const MAX_VIEWS = 100;
/** The views of all lists, since the number of lists, which are paths, is unlimited. */
const MAX_OF_ALL = 500;

const COLUMNS = 'id, list, name, query, shown, hidden, user_id IS NULL AS shared';

/** The owner of views: a person, or with null the whole organisation. */
export interface ViewOwner {
  organisationId: number;
  userId: number | null;
}

type Fields = Omit<ListView, 'id' | 'shared'>;

/** The views of a list for a person: their own, and those of the organisation. */
export async function readListViews(
  db: Queryable,
  { organisationId, userId }: ViewOwner,
  list: string,
): Promise<Page<ListView>> {
  const { rows } = await db.query<ListView>(
    `SELECT ${COLUMNS} FROM list_views
     WHERE list = $3 AND ((user_id IS NULL AND organisation_id = $1) OR user_id = $2) ORDER BY lower(name), id`,
    [organisationId, userId, list],
  );
  return { rows, total: rows.length };
}

/** Saves a view; one of the same name is replaced. @throws AppError `conflict` if there are too many */
export function saveListView(database: Database, actor: Actor, owner: ViewOwner, fields: Fields): Promise<ListView> {
  return inTransaction(database, async (db) => {
    // Serialised, so that two transactions cannot exceed the limit together.
    await db.query(`SELECT pg_advisory_xact_lock(hashtext('list-views'), $1)`, [owner.userId ?? -owner.organisationId]);
    const { rows } = await db.query<{ id: number; same: boolean }>(
      `SELECT id, lower(name) = lower($4) AS same FROM list_views
       WHERE organisation_id = $1 AND user_id IS NOT DISTINCT FROM $2 AND list = $3`,
      [owner.organisationId, owner.userId, fields.list, fields.name],
    );
    const former = rows.find(({ same }) => same)?.id ?? null;
    if (former === null && rows.length >= MAX_VIEWS)
      throw new AppError('conflict', fault('most-views', { most: MAX_VIEWS }));
    if (former === null) await checkAll(db, owner);
    const write = () => (former === null ? insertView(db, owner, fields) : updateView(db, former, fields));
    const action = former === null ? 'create' : 'change';
    const id =
      owner.userId === null
        ? await audited(db, actor, { subject: 'list-view', id: former, action }, write)
        : await write();
    return onlyRow(await db.query<ListView>(`SELECT ${COLUMNS} FROM list_views WHERE id = $1`, [id]));
  });
}

/** @throws AppError `not-found` for a view of somebody else */
export function deleteListView(database: Database, actor: Actor, owner: ViewOwner, id: number): Promise<void> {
  return inTransaction(database, async (db) => {
    const { rowCount } = await db.query(
      `SELECT FROM list_views WHERE id = $1 AND organisation_id = $2 AND user_id IS NOT DISTINCT FROM $3 FOR UPDATE`,
      [id, owner.organisationId, owner.userId],
    );
    if (rowCount !== 1) throw new AppError('not-found', 'no-view');
    const remove = async () => {
      await db.query('DELETE FROM list_views WHERE id = $1', [id]);
      return id;
    };
    if (owner.userId === null) await audited(db, actor, { subject: 'list-view', id, action: 'delete' }, remove);
    else await remove();
  });
}

/** @throws AppError `conflict` if the owner has too many in all lists together */
async function checkAll(db: Queryable, { organisationId, userId }: ViewOwner): Promise<void> {
  const { rowCount } = await db.query(
    'SELECT FROM list_views WHERE organisation_id = $1 AND user_id IS NOT DISTINCT FROM $2 LIMIT $3',
    [organisationId, userId, MAX_OF_ALL],
  );
  if (rowCount === MAX_OF_ALL) throw new AppError('conflict', fault('most-views-of-all', { most: MAX_OF_ALL }));
}

async function insertView(db: Queryable, owner: ViewOwner, fields: Fields): Promise<number> {
  const made = await db.query<{ id: number }>(
    `INSERT INTO list_views (organisation_id, user_id, list, name, query, shown, hidden) VALUES ($1, $2, $3, $4, $5, $6, $7)
     RETURNING id`,
    [owner.organisationId, owner.userId, fields.list, fields.name, fields.query, fields.shown, fields.hidden],
  );
  return onlyRow(made).id;
}

async function updateView(db: Queryable, id: number, { name, query, shown, hidden }: Fields): Promise<number> {
  await db.query(
    'UPDATE list_views SET name = $2, query = $3, shown = $4, hidden = $5, saved_at = now() WHERE id = $1',
    [id, name, query, shown, hidden],
  );
  return id;
}
