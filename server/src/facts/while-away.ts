import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { reasonOf } from '../fault.ts';
import type { Queryable } from '../store/database.ts';

interface AwayOptions {
  database: Queryable;
  logger: Logger;
  /** True once the caller has given up waiting. */
  closed: () => boolean;
}

const PAUSE_MS = 500;

/**
 * Repeats a read while the database is unavailable, as writes do.
 * @throws what the work throws while the database is available: an internal error, which waiting does not fix
 */
export async function whileAway<Result>(
  { database, logger, closed }: AwayOptions,
  work: () => Promise<Result>,
): Promise<Result> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (closed() || (await answers(database))) throw error;
      logger.warn({ reason: reasonOf(error) }, 'The database is not reachable; tracking waits');
      await delay(PAUSE_MS);
    }
  }
}

const answers = (database: Queryable): Promise<boolean> =>
  database.query('SELECT 1').then(
    () => true,
    () => false,
  );
