import type pg from 'pg';
import type { Database } from '../store/database.ts';

/** A pool whose statements and transactions all go through clients of `connect`. */
export function throughClients(database: Database, connect: () => Promise<pg.PoolClient>): Database {
  const query = async (statement: string | pg.QueryConfig, values?: unknown[]) => {
    const client = await connect();
    try {
      return await client.query(statement, values);
    } finally {
      client.release();
    }
  };
  return new Proxy(database, {
    get: (target, key) => {
      if (key === 'connect') return connect;
      if (key === 'query') return query;
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- any property of the pool
      const value = target[key as keyof Database] as unknown;
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
