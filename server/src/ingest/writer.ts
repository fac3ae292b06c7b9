import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'pg';
import type { Logger } from 'pino';
import type { Bus } from '../bus/bus.ts';
import type { Opener } from '../database/pool.ts';
import type { Database, Queryable } from '../store/database.ts';
import { factParameters, type FactsWritten } from '../store/facts/fact-writes.ts';
import { createPartitionCreator } from './partition-creator.ts';
import { BindMessage, executeBound } from '../store/bind-message.ts';
import { addReports, type Batch, REPORT_PARAMETERS, WRITE_BATCH, WRITE_BATCH_WITH_FACTS } from './batch.ts';
import { codeOf, reasonOf } from '../fault.ts';
import { traced } from '../trace/trace.ts';
import { findRepeated } from '../store/tracks/repeated-reports.ts';
import { DatabaseClient } from '../database/client.ts';

export interface Written extends FactsWritten {
  /** The number of new positions. */
  stored: number;
}

export interface BatchWriter {
  /** Resolves once the batch is committed; retries until it is. */
  write(batch: Batch): Promise<Written>;
  /** Does other work on the connection that writes, in the write queue. @throws what the work throws */
  onConnection<Result>(work: (client: Queryable) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

/** Thrown for rows that PostgreSQL will never accept; the batch must be split. */
export class RefusedRows extends Error {}

interface WriterOptions {
  url: string;
  database: Database;
  logger: Logger;
  bus: Bus;
  /** Omitted where no other server can be. */
  opener?: Opener | undefined;
  /**
   * Called with each connection before it is used, for the locks by which this process may write. If it throws, the
   * connection is not used.
   */
  onConnected?: ((client: Queryable) => Promise<void>) | undefined;
}

/** SQLSTATE disk_full. */
const NO_SPACE = '53100';
const STATEMENT_TIMEOUT_MS = 60_000;
const FIRST_BACKOFF_MS = 50;
const MAX_BACKOFF_MS = 2000;

/**
 * Writes batches in order on a connection of its own. While the database is unavailable it waits and retries: writing
 * is idempotent, so a batch whose commit was not confirmed is simply written again.
 */
export function createBatchWriter({ url, database, logger, bus, opener, onConnected }: WriterOptions): BatchWriter {
  let client: Client | null = null;
  let closed = false;
  /** A buffer to reuse for the next batch. */
  let spare: BindMessage | null = null;
  const days = createPartitionCreator(database, logger);

  const connect = async (): Promise<Client> => {
    if (client) return client;
    const fresh = new DatabaseClient({
      connectionString: url,
      connectionTimeoutMillis: 5000,
      query_timeout: STATEMENT_TIMEOUT_MS,
      keepAlive: true,
      ...(opener && { application_name: opener.name }),
    });
    fresh.on('error', () => {
      if (client === fresh) client = null;
    });
    try {
      await fresh.connect();
      await opener?.confirm(fresh);
      await onConnected?.(fresh);
    } catch (error) {
      await fresh.end().catch(() => {});
      throw error;
    }
    client = fresh;
    return fresh;
  };

  const once = async ({ facts }: Batch, bytes: Buffer): Promise<Written> => {
    const row = await executeBound(await connect(), facts.length > 0 ? WITH_FACTS : WITHOUT_FACTS, bytes);
    const [stored, alarms, late] = row ?? [];
    return { stored: Number(stored ?? 0), alarms: JSON.parse(alarms ?? '[]'), late: JSON.parse(late ?? '[]') };
  };

  return {
    onConnection: async (work) => work(await connect()),
    write: async (received) => {
      const batch = await withoutRepeated(database, received, logger);
      const message = spare ?? new BindMessage();
      spare = null;
      const bytes = bytesOf(batch, message);
      days.want(batch.days);
      for (let backoff = FIRST_BACKOFF_MS; ; backoff = Math.min(backoff * 2, MAX_BACKOFF_MS)) {
        try {
          const written = await traced('INSERT', STATEMENT_SPAN, () => once(batch, bytes));
          // After a failure the previous connection may still reference the buffer.
          if (backoff === FIRST_BACKOFF_MS) spare = message;
          return written;
        } catch (error) {
          if (isRefusal(error)) throw new RefusedRows('rows refused', { cause: error });
          if (closed) throw error;
          if (codeOf(error) === NO_SPACE) bus.publish('no-space', { at: Date.now() });
          logger.warn(
            { reason: reasonOf(error), rows: batch.positions.length },
            'The database is not reachable; positions wait',
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
      await Promise.all([open?.end(), days.close()]);
    },
  };
}

const STATEMENT_SPAN = {
  kind: 'client',
  attributes: { 'db.system.name': 'postgresql', 'db.query.text': WRITE_BATCH },
} as const;

const keyOf = ({ deviceId, position, hash }: Batch['positions'][number]) => ({
  deviceId,
  time: position.fixTime.getTime(),
  hash,
});

/** Leaves out the reports that are packed already: as rows they would be new. */
async function withoutRepeated(database: Database, batch: Batch, logger: Logger): Promise<Batch> {
  try {
    const isPacked = await findRepeated(database, 'positions', batch.positions.map(keyOf));
    const isPackedStatus = await findRepeated(database, 'statusReports', batch.statuses);
    return {
      ...batch,
      positions: batch.positions.filter((row) => !isPacked(keyOf(row))),
      statuses: batch.statuses.filter((row) => !isPackedStatus(row)),
    };
  } catch (error) {
    // Readers leave them out as well, so this must not keep a device waiting.
    logger.warn({ reason: reasonOf(error) }, 'Older reports could not be compared with packed ones');
    return batch;
  }
}

const WITHOUT_FACTS = { name: 'write-batch', text: WRITE_BATCH };
const WITH_FACTS = { name: 'write-batch-with-facts', text: WRITE_BATCH_WITH_FACTS };

/** The encoded batch. Rows that cannot be encoded are refused like those that PostgreSQL refuses. */
function bytesOf(batch: Batch, message: BindMessage): Buffer {
  try {
    const facts = batch.facts.length > 0 ? factParameters(batch.facts) : [];
    message.begin((facts.length > 0 ? WITH_FACTS : WITHOUT_FACTS).name, REPORT_PARAMETERS + facts.length);
    addReports(message, batch);
    for (const value of facts) message.value(value);
    return message.end();
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
