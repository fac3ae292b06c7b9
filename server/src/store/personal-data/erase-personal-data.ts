import type { Queryable } from '../database.ts';
import type { PersonalTables, PersonValues } from './personal-table.ts';

/**
 * Erases a person where the tables say, in their order. Must run in a transaction.
 * @param person SQL of the person by `values`, such as `DRIVER`
 */
export async function erasePersonalData(
  db: Queryable,
  tables: PersonalTables,
  person: string,
  values: PersonValues,
): Promise<void> {
  for (const [name, table] of Object.entries(tables)) {
    if (!Array.isArray(table.erasure)) continue;
    for (const { set, rows = table.rows } of table.erasure) {
      const change = set === undefined ? `DELETE FROM ${name} r USING p` : `UPDATE ${name} r SET ${set} FROM p`;
      await db.query(`WITH p AS MATERIALIZED (${person}) ${change} WHERE ${rows}`, [...values]);
    }
  }
}
