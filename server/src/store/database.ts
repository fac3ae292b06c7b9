import type pg from 'pg';

/** Where store functions run their SQL: the pool, or the client of a transaction. */
export type Queryable = Pick<pg.Pool, 'query'>;
export type Database = pg.Pool;

/** Runs `work` in one transaction; rolls back and rethrows when it throws. */
export async function inTransaction<Result>(
  database: Database,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await database.connect();
  let broken: Error | undefined;
  try {
    await client.query('BEGIN');
    const result = await work(client);
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch((failure: Error) => {
      broken = failure;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}
