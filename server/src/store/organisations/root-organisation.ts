import type { Queryable } from '../database.ts';
import { onlyRow } from '../rows.ts';

/** The organisation at the top of the tree. */
export async function rootOrganisationId(db: Queryable): Promise<number> {
  const sql = 'SELECT id FROM organisations WHERE parent_id IS NULL ORDER BY id LIMIT 1';
  return onlyRow(await db.query<{ id: number }>(sql)).id;
}
