import type pg from 'pg';

/** Where store functions run their SQL: the pool, or the client of a transaction. */
export type Queryable = Pick<pg.Pool, 'query'>;
export type Database = pg.Pool;

/** Runs `work` in one transaction; rolls back and rethrows when it throws. */
export const inTransaction = <Result>(
  database: Database,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> =>
  onOneConnection(database, async (client) => {
    await client.query('BEGIN');
    const result = await work(client);
    await client.query('COMMIT');
    return result;
  });

/**
 * What was made in a transaction is used after it, on the same connection, where the rows that its cursors hold are read.
 * @param endsWithinMs how long the end of the transaction may take, which sets these rows aside
 */
export const afterTransaction = <Made, Result>(
  database: Database,
  make: (client: pg.PoolClient) => Promise<Made>,
  use: (made: Made) => Promise<Result>,
  endsWithinMs: number,
): Promise<Result> =>
  onOneConnection(database, async (client) => {
    await client.query('BEGIN');
    const made = await make(client);
    const end: pg.QueryConfig & { query_timeout: number } = { text: 'COMMIT', query_timeout: endsWithinMs };
    await client.query(end);
    try {
      return await use(made);
    } finally {
      await client.query('CLOSE ALL');
    }
  });

async function onOneConnection<Result>(
  database: Database,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await database.connect();
  let broken: Error | undefined;
  try {
    return await work(client);
  } catch (error) {
    await client.query('ROLLBACK').catch((failure: Error) => {
      broken = failure;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}
