import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from 'pino';
import { reasonOf } from '../fault.ts';
import type { Database, Queryable } from '../store/database.ts';
import { onlyRow } from '../store/rows.ts';
import { createHeavyPool } from './pool.ts';
import { throughClients } from './through-clients.ts';

/** A copy that does not have everything within this time is not read: the report comes from the primary then. */
const CAUGHT_UP_WITHIN_MS = 1000;
const POLL_MS = 20;
/** For how long a copy that was away or too far behind is not tried again. */
const REST_MS = 5000;
/** A lost reader of a report ends its statement within this time. */
const CHECK_READER_MS = 500;

/** The copy cannot be read now; the primary can. */
export class CopyUnusable extends Error {}

/** A standby of the database, of which long reports can be read without burdening the primary. */
export interface ReadCopy {
  /**
   * The copy for a reader who may rely on everything that was committed before this call, such as a right that was
   * withdrawn. Null while it cannot be read.
   * @returns a database whose `connect` and `query` reject with `CopyUnusable` when it is too far behind
   */
  open(): Database | null;
  /** Seconds by which it is behind; null while it cannot be read. */
  behindS(): Promise<number | null>;
  close(): Promise<void>;
}

/**
 * Opens the standby of `DATABASE_READ_URL`; one that is away now is used from the moment it is there.
 * @param primary the database of which it is a copy
 */
export function openReadCopy(url: string, primary: Queryable, logger: Logger): ReadCopy {
  const pool = createHeavyPool(withReadersChecked(url), logger);
  let restsUntil = 0;
  let isUsed = true;
  const tell = (usable: boolean, reason: string) => {
    if (!usable) restsUntil = performance.now() + REST_MS;
    if (usable === isUsed) return;
    isUsed = usable;
    if (usable) logger.info('Reports are read from the copy of the database again');
    else logger.warn({ reason }, 'Reports are read from the primary: the copy of DATABASE_READ_URL cannot be used');
  };
  const connect = async (): Promise<pg.PoolClient> => {
    const upTo = await positionOf(primary);
    const client = await pool.connect().catch((cause: unknown) => {
      tell(false, reasonOf(cause));
      throw new CopyUnusable('the copy is away', { cause });
    });
    try {
      // On this very connection: behind a load balancer each may lead to another standby.
      await untilReplayed(client, upTo);
      tell(true, '');
      return client;
    } catch (fault) {
      client.release(true);
      tell(false, reasonOf(fault));
      throw new CopyUnusable('the copy is behind', { cause: fault });
    }
  };
  return {
    open: () => (performance.now() < restsUntil ? null : throughClients(pool, connect)),
    behindS: async () => {
      const { rows } = await pool
        .query<{ behind: number | null }>(
          `SELECT CASE WHEN pg_is_in_recovery()
                    THEN extract(epoch FROM now() - pg_last_xact_replay_timestamp())::float8 ELSE 0 END AS behind`,
        )
        .catch(() => ({ rows: [] }));
      const behind = rows[0]?.behind ?? null;
      return behind === null ? null : Math.max(0, behind);
    },
    close: () => pool.end(),
  };
}

interface LogPosition {
  lsn: string;
  /** When this very PostgreSQL was started, as a text. */
  startedAt: string;
}

/** How far the log of the primary is: everything that was committed lies before it. */
async function positionOf(primary: Queryable): Promise<LogPosition> {
  return onlyRow(
    await primary.query<LogPosition>(
      'SELECT pg_current_wal_flush_lsn()::text AS lsn, pg_postmaster_start_time()::text AS "startedAt"',
    ),
  );
}

/** @throws Error when it does not have everything within a second, or is another primary, such as a former one */
async function untilReplayed(client: pg.PoolClient, { lsn, startedAt }: LogPosition): Promise<void> {
  for (let waited = 0; waited <= CAUGHT_UP_WITHIN_MS; waited += POLL_MS) {
    const { rows } = await client.query<{ standby: boolean; has: boolean }>(
      `SELECT pg_is_in_recovery() AS standby, CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() >= $1::pg_lsn
                ELSE pg_postmaster_start_time()::text = $2 END AS has`,
      [lsn, startedAt],
    );
    if (rows[0]?.has) return;
    if (!rows[0]?.standby) throw new Error('it is neither a standby nor the primary');
    await delay(POLL_MS);
  }
  throw new Error(`it is more than ${CAUGHT_UP_WITHIN_MS / 1000} s behind`);
}

/**
 * Statements of readers who left cannot be cancelled through another connection: behind a load balancer it may reach
 * another standby, whose process with this number does something else. So the standby looks itself.
 */
function withReadersChecked(url: string): string {
  const parsed = new URL(url);
  const given = parsed.searchParams.get('options');
  const own = `-c client_connection_check_interval=${CHECK_READER_MS}`;
  parsed.searchParams.set('options', given === null ? own : `${given} ${own}`);
  return parsed.toString();
}
