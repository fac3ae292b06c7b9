import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { pino } from 'pino';
import { startEmbeddedPostgres } from '../database/embedded.ts';
import { createFileStore, type FileStore } from '../files/file-store.ts';
import { migrate } from '../database/migrate.ts';
import { createPool } from '../database/pool.ts';
import type { Database } from '../store/database.ts';

export interface TestDatabase {
  database: Database;
  url: string;
  /** A file store in its folder, which goes with it. */
  files: FileStore;
  /** Process id of its PostgreSQL, for tests that kill it. */
  serverPid: () => number | undefined;
  close(): Promise<void>;
}

/**
 * A real, migrated database on an embedded PostgreSQL of its own in a temporary folder, stopped and removed by `close`.
 * Its data is thrown away, so it does not wait for the disk; tests about durability pass `durable`.
 * @param icuLocale collates by this language instead of by the bytes
 */
export async function testDatabase({
  durable = false,
  icuLocale,
}: { durable?: boolean; icuLocale?: string } = {}): Promise<TestDatabase> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'milepost-test-'));
  const logger = pino({ level: 'silent' });
  const settings = durable ? [] : ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'];
  const server = await startEmbeddedPostgres({ dataDir, logger, settings });
  const name = `test_${randomBytes(6).toString('hex')}`;
  const admin = new Client({ connectionString: server.url });
  await admin.connect();
  const collation = icuLocale === undefined ? '' : `TEMPLATE template0 LOCALE_PROVIDER icu ICU_LOCALE '${icuLocale}'`;
  await admin.query(`CREATE DATABASE ${name} ${collation}`);
  await admin.end();
  const url = server.url.replace(/\/postgres$/, `/${name}`);
  await migrate(url);
  const database = createPool(url, logger);
  return {
    database,
    url,
    files: createFileStore(dataDir, { s3: null, mostBytes: 100_000_000, quotaBytes: 20e9 }),
    serverPid: server.pid,
    close: async () => {
      await database.end();
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
