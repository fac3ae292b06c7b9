import type { Queryable } from './database.ts';

/**
 * Decides at the first start whether a database is for the demo, and returns that decision from then on. A database
 * with vehicles but without a decision contains a real fleet.
 * @param demo whether the demo is wanted now
 * @returns true if the demo created this database
 */
export async function decideOrigin(db: Queryable, demo: boolean): Promise<boolean> {
  await db.query(
    `INSERT INTO database_origin (demo) SELECT $1 AND NOT EXISTS (SELECT FROM vehicles) ON CONFLICT DO NOTHING`,
    [demo],
  );
  const { rows } = await db.query<{ demo: boolean }>('SELECT demo FROM database_origin');
  return rows[0]?.demo ?? false;
}
