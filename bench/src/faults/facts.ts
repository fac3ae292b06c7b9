import { startEmbeddedPostgres } from '@milepost/server/database/embedded';
import { createPool } from '@milepost/server/database/pool';
import { type Verification, verifyFacts } from '@milepost/server/facts/verify-facts';
import { Client } from 'pg';
import type { Logger } from 'pino';
import { waitUntil } from '../until.ts';

const SETTLED_WITHIN_MS = 90_000;

/** Resolves when no installation waits to be recomputed. */
export async function untilNoneLate(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  let late = 1;
  try {
    const poll = async () => {
      const { rows } = await client.query<{ late: number }>('SELECT count(*)::int AS late FROM late_marks');
      late = rows[0]?.late ?? 0;
    };
    const poller = setInterval(() => void poll(), 200);
    await waitUntil(
      () => late === 0,
      SETTLED_WITHIN_MS,
      () => `${late} installations are still late`,
    ).finally(() => clearInterval(poller));
  } finally {
    await client.end();
  }
}

/** Compares the facts stored in a data directory, whose server is stopped, with those computed from its positions. */
export async function verifyStored(dataDir: string, logger: Logger): Promise<Verification> {
  const database = await startEmbeddedPostgres({ dataDir, logger });
  const pool = createPool(database.url, logger);
  try {
    return await verifyFacts(pool);
  } finally {
    await pool.end();
    await database.stop();
  }
}
