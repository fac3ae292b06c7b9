import type { Queryable } from './database.ts';

/**
 * Decides at the first start what a database is for, and returns what it is for since then. A database with vehicles
 * that nobody decided about has a real fleet.
 * @param demo whether the demo is wanted now
 * @returns true where the demo made this database
 */
export async function decideOrigin(db: Queryable, demo: boolean): Promise<boolean> {
  await db.query(
    `INSERT INTO database_origin (demo) SELECT $1 AND NOT EXISTS (SELECT FROM vehicles) ON CONFLICT DO NOTHING`,
    [demo],
  );
  const { rows } = await db.query<{ demo: boolean }>('SELECT demo FROM database_origin');
  return rows[0]?.demo ?? false;
}
