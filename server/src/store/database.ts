import type pg from 'pg';

/** Runs the SQL of store functions: the pool, or the client of a transaction. */
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
 * Uses the result of a transaction after its commit, on the same connection, so that its held cursors can be read.
 * @param endsWithinMs the time limit of the commit, which materialises the rows of the cursors
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
