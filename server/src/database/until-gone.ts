import type pg from 'pg';
import { CallerGone } from '../errors.ts';
import type { Database, Queryable } from '../store/database.ts';

const CANCEL_RETRY_MS = 250;

/**
 * The same database for as long as somebody waits: when the signal says that nobody does, statements under way are
 * cancelled and no further ones begin. Otherwise a report whose reader closed the page would be read to its end.
 * @param canceller asks PostgreSQL to cancel; of another pool, since this one may be the one that is busy
 */
export function untilGone(database: Database, canceller: Queryable, gone: AbortSignal): Database {
  const connect = async (): Promise<pg.PoolClient> => {
    if (gone.aborted) throw new CallerGone();
    const client = await database.connect();
    const { release } = client;
    let retry: NodeJS.Timeout | null = null;
    const cancel = () => {
      // Known of every connection that is open, though not to its type.
      canceller.query('SELECT pg_cancel_backend($1)', [Reflect.get(client, 'processID')]).catch(() => {});
      // It passes by a statement that is on its way to PostgreSQL.
      retry = setTimeout(cancel, CANCEL_RETRY_MS).unref();
    };
    client.release = (broken) => {
      gone.removeEventListener('abort', cancel);
      if (retry) clearTimeout(retry);
      client.release = release;
      // The cancelling may arrive later than the end of the statement: it must not meet that of somebody else.
      client.release(gone.aborted || broken);
    };
    if (gone.aborted) {
      client.release();
      throw new CallerGone();
    }
    gone.addEventListener('abort', cancel, { once: true });
    return new Proxy(client, {
      get: (target, key) => {
        if (key === 'query' && gone.aborted) throw new CallerGone();
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- any property of the client
        const value = target[key as keyof pg.PoolClient] as unknown;
        return typeof value === 'function' ? value.bind(target) : value;
      },
      set: (target, key, value) => Reflect.set(target, key, value),
    });
  };
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
