import type { Logger } from 'pino';
import { reasonOf } from '../fault.ts';
import type { Database } from '../store/database.ts';
import { createHeavyPool } from './pool.ts';

/** A copy that is further behind is not read: reports come from the primary then. */
const MAX_BEHIND_S = 60;
/** For how long a look at the copy holds. */
const LOOK_MS = 2000;
/** A lost reader of a report ends its statement within this time. */
const CHECK_READER_MS = 500;

/** A standby of the database, of which long reports can be read without burdening the primary. */
export interface ReadCopy {
  /** The pool of the copy; null while it cannot be read, or is too far behind. */
  open(): Promise<Database | null>;
  /** Seconds by which it is behind; null while it cannot be read. */
  behindS(): Promise<number | null>;
  close(): Promise<void>;
}

/** Opens the standby of `DATABASE_READ_URL`; one that is away now is used from the moment it is there. */
export function openReadCopy(url: string, logger: Logger): ReadCopy {
  const pool = createHeavyPool(withReadersChecked(url), logger);
  let looked: { at: number; behindS: Promise<number | null> } | null = null;
  let isUsed = true;
  const look = async (): Promise<number | null> => {
    try {
      const { rows } = await pool.query<{ behind: number | null }>(
        `SELECT CASE WHEN pg_is_in_recovery()
                  THEN extract(epoch FROM now() - pg_last_xact_replay_timestamp())::float8 ELSE 0 END AS behind`,
      );
      const behind = rows[0]?.behind ?? null;
      tell(behind !== null && behind <= MAX_BEHIND_S, behind === null ? 'it has no data yet' : `${behind} s behind`);
      return behind === null ? null : Math.max(0, behind);
    } catch (error) {
      tell(false, reasonOf(error));
      return null;
    }
  };
  const tell = (usable: boolean, reason: string) => {
    if (usable === isUsed) return;
    isUsed = usable;
    if (usable) logger.info('Reports are read from the copy of the database again');
    else logger.warn({ reason }, 'Reports are read from the primary: the copy of DATABASE_READ_URL cannot be used');
  };
  const behindS = () => {
    if (looked === null || performance.now() - looked.at > LOOK_MS) looked = { at: performance.now(), behindS: look() };
    return looked.behindS;
  };
  return {
    behindS,
    open: async () => {
      const behind = await behindS();
      return behind !== null && behind <= MAX_BEHIND_S ? pool : null;
    },
    close: () => pool.end(),
  };
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
