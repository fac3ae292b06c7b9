import type pg from 'pg';
import { CallerGone } from '../errors.ts';
import type { Database, Queryable } from '../store/database.ts';
import { throughClients } from './through-clients.ts';

const CANCEL_RETRY_MS = 250;

/**
 * The same database for as long as its caller waits: when the signal is aborted, running statements are cancelled and
 * no further ones begin. Otherwise a report would be read to its end after its reader closed the page.
 * @param canceller sends the cancellations; from another pool, since this one may be the busy one. If null, the
 * connection is cut instead, which the server of the database must notice by itself.
 */
export function cancelWhenGone(database: Database, canceller: Queryable | null, gone: AbortSignal): Database {
  const connect = async (): Promise<pg.PoolClient> => {
    if (gone.aborted) throw new CallerGone();
    const client = await database.connect();
    const { release } = client;
    let retry: NodeJS.Timeout | null = null;
    const cancel = () => {
      if (canceller === null) {
        client.connection.stream.destroy();
        return;
      }
      // Present on every open connection, but not in its type.
      canceller.query('SELECT pg_cancel_backend($1)', [Reflect.get(client, 'processID')]).catch(() => {});
      // A cancellation misses a statement that is still on its way to PostgreSQL, hence the repetition.
      retry = setTimeout(cancel, CANCEL_RETRY_MS).unref();
    };
    client.release = (broken) => {
      gone.removeEventListener('abort', cancel);
      if (retry) clearTimeout(retry);
      client.release = release;
      // A cancellation may arrive after the end of the statement and must not hit somebody else's, so the connection is
      // discarded.
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
  return throughClients(database, connect);
}
