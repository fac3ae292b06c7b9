import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import type { Logger } from 'pino';
import type { Database } from '../store/database.ts';
import { ensureDay, hasOwnPartition, dayOf } from '../store/partitions.ts';
import { type Batch, batchParameters, WRITE_BATCH } from './batch.ts';
import { codeOf, reasonOf } from '../fault.ts';

export interface BatchWriter {
  /** Resolves with the number of positions that were new, once the batch is committed; tries until it is. */
  write(batch: Batch): Promise<number>;
  close(): Promise<void>;
}

/** Thrown for rows that PostgreSQL will never take, whoever tries: the batch has to be split. */
export class RefusedRows extends Error {}

interface WriterOptions {
  url: string;
  database: Database;
  logger: Logger;
}

const STATEMENT_TIMEOUT_MS = 60_000;
const MAX_BACKOFF_MS = 2000;

/**
 * Writes batches on a connection of its own, in order. While the database is away it waits and tries again: writing is
 * idempotent, so a batch whose commit was not heard of is simply written once more.
 */
export function createBatchWriter({ url, database, logger }: WriterOptions): BatchWriter {
  let client: Client | null = null;
  let closed = false;
  const knownDays = new Set<number>();

  const connect = async (): Promise<Client> => {
    if (client) return client;
    const fresh = new Client({
      connectionString: url,
      connectionTimeoutMillis: 5000,
      query_timeout: STATEMENT_TIMEOUT_MS,
      keepAlive: true,
    });
    fresh.on('error', () => {
      if (client === fresh) client = null;
    });
    await fresh.connect();
    client = fresh;
    return fresh;
  };

  const ensureDays = async (days: ReadonlySet<number>) => {
    for (const day of days) {
      if (knownDays.has(day) || !hasOwnPartition(day, dayOf(Date.now()))) continue;
      await ensureDay(database, day);
      knownDays.add(day);
    }
  };

  const once = async (batch: Batch, values: Buffer[]): Promise<number> => {
    await ensureDays(batch.days);
    const connection = await connect();
    const { rows } = await connection.query<{ stored: number }>({ name: 'write-batch', text: WRITE_BATCH, values });
    return rows[0]?.stored ?? 0;
  };

  return {
    write: async (batch) => {
      const values = parametersOf(batch);
      for (let backoff = 50; ; backoff = Math.min(backoff * 2, MAX_BACKOFF_MS)) {
        try {
          return await once(batch, values);
        } catch (error) {
          if (isRefusal(error)) throw new RefusedRows('rows refused', { cause: error });
          if (closed) throw error;
          logger.warn(
            { reason: reasonOf(error), rows: batch.positions.length },
            'The database is away; positions wait',
          );
          const broken = client;
          client = null;
          await broken?.end().catch(() => {});
          await delay(backoff);
        }
      }
    },
    close: async () => {
      closed = true;
      const open = client;
      client = null;
      await open?.end();
    },
  };
}

/** Rows that cannot even be written down are refused like those that PostgreSQL does not take. */
function parametersOf(batch: Batch): Buffer[] {
  try {
    return batchParameters(batch);
  } catch (cause) {
    throw new RefusedRows('rows refused', { cause });
  }
}

/**
 * SQLSTATE classes 22 (data exception), 23 (constraint violation) and 54 (program limit exceeded), and 08P01 (a message
 * that PostgreSQL cannot read): the rows are at fault, not the connection.
 */
function isRefusal(error: unknown): boolean {
  return /^(?:2[23]...|54...|08P01)$/.test(codeOf(error) ?? '');
}
