import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { startEmbeddedPostgres } from '../database/embedded.ts';
import { createFileStore, type FileStore } from '../files/file-store.ts';
import { migrate } from '../database/migrate.ts';
import { createPool } from '../database/pool.ts';
import type { Database } from '../store/database.ts';
import { administer, copyOfRunDatabase, FOR_A_MOMENT, inDatabase, randomName } from './run-database.ts';

export interface TestDatabase {
  database: Database;
  url: string;
  /** A file store in its own folder, which is removed with it. */
  files: FileStore;
  /** The process id of its PostgreSQL, for tests that kill it; undefined when others share that PostgreSQL. */
  serverPid: () => number | undefined;
  close(): Promise<void>;
}

interface TestDatabaseOptions {
  /** Waits for the disk, on an embedded PostgreSQL of its own: for tests about durability, which may kill it. */
  durable?: boolean;
  /** The language of an ICU collation, which is used instead of byte order. */
  icuLocale?: string;
}

/**
 * A real, migrated, empty database, removed by `close`. It is in the PostgreSQL of the test run or, when the options
 * forbid that or there is no test run, in one of its own.
 */
export async function testDatabase(options: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'milepost-test-'));
  const plain = !options.durable && options.icuLocale === undefined;
  const place: Place = (plain ? await copyOfRunDatabase() : undefined) ?? (await ownDatabase(dataDir, options));
  const { url, drop, serverPid = () => undefined } = place;
  const database = createPool(url, pino({ level: 'silent' }));
  return {
    database,
    url,
    files: createFileStore(dataDir, { s3: null, maxBytes: 100_000_000, quotaBytes: 20e9 }),
    serverPid,
    close: async () => {
      await database.end();
      await drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

interface Place {
  url: string;
  drop(): Promise<void>;
  serverPid?: () => number | undefined;
}

async function ownDatabase(dataDir: string, { durable, icuLocale }: TestDatabaseOptions): Promise<Place> {
  const settings = durable ? [] : FOR_A_MOMENT;
  const server = await startEmbeddedPostgres({ dataDir, logger: pino({ level: 'silent' }), settings });
  const name = randomName();
  const collation = icuLocale === undefined ? '' : `TEMPLATE template0 LOCALE_PROVIDER icu ICU_LOCALE '${icuLocale}'`;
  await administer(server.url, `CREATE DATABASE ${name} ${collation}`);
  const url = inDatabase(server.url, name);
  await migrate(url);
  return { url, drop: server.stop, serverPid: server.pid };
}
