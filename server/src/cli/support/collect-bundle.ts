import { open, readFile } from 'node:fs/promises';
import { arch, cpus, platform, release, totalmem } from 'node:os';
import path from 'node:path';
import type { Logger } from 'pino';
import { type Config, describeSettings, listSecrets } from '../../config.ts';
import { openExternal } from '../../database/open.ts';
import { reasonOf } from '../../fault.ts';
import { countMails, countQueues, listFailedJobs } from '../../store/status/job-queues.ts';
import { readOldestUnpackedDay, readStoredBytes } from '../../store/status/stored-bytes.ts';
import { VERSION } from '../../version.ts';
import { examine } from '../doctor/examine.ts';
import { ownerElsewhere } from '../../database/folder-owner.ts';
import { runningPostmaster } from '../../database/running.ts';
import { serverAddress } from '../doctor/running-server.ts';
import { partsOfSecret, redact } from './redact.ts';
import { DatabaseClient } from '../../database/client.ts';

interface BundleOptions {
  environment: Readonly<Record<string, string | undefined>>;
  config: () => Config;
  logger: Logger;
  /** A log file, whose end is added. */
  log: string | undefined;
}

const WITHIN_MS = 5000;
const LOG_BYTES = 2_000_000;

/** The texts of a support bundle by file name, without secrets. */
export async function collectBundle(options: BundleOptions): Promise<Record<string, string>> {
  const { environment, config: readConfig, log } = options;
  const described = describeSettings(environment);
  const secrets = listSecrets(environment).flatMap((text) => partsOfSecret(text));
  const files: Record<string, string> = {
    'versions.json': json({
      milepost: VERSION,
      node: process.versions.node,
      platform: `${platform()} ${release()} ${arch()}`,
      processors: cpus().length,
      memoryBytes: totalmem(),
      at: new Date().toISOString(),
    }),
    'settings.json': json(described),
    'doctor.json': json(await examine(options)),
  };
  if (described.faults.length === 0) {
    const config = readConfig();
    for (const name of ['secret.key', 'postgres-password']) {
      const text = await readFile(path.join(config.dataDir, name), 'utf8').catch(() => '');
      secrets.push(...partsOfSecret(text.trim()));
    }
    files['database.json'] = json(await readDatabase(config).catch((fault: unknown) => ({ fault: reasonOf(fault) })));
    const base = serverAddress(config);
    for (const [file, where] of [
      ['healthz.json', '/healthz'],
      ['readyz.json', '/readyz'],
      ['metrics.txt', '/metrics'],
    ] as const) {
      files[file] = await fetch(`${base}${where}`, { signal: AbortSignal.timeout(WITHIN_MS) })
        .then((reply) => reply.text())
        .catch((fault: unknown) => `no answer: ${reasonOf(fault)}\n`);
    }
  }
  if (log !== undefined) files['log.txt'] = await readEnd(log);
  return Object.fromEntries(Object.entries(files).map(([name, text]) => [name, redact(text, secrets)]));
}

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

/** Sizes, migrations and jobs: no row of people's records. */
async function readDatabase({ databaseUrl, dataDir }: Config): Promise<object> {
  const url = databaseUrl === null ? runningPostmaster(dataDir)?.url : await openExternal(databaseUrl);
  if (url === undefined) {
    const elsewhere = await ownerElsewhere(dataDir);
    return { state: elsewhere === null ? 'the embedded PostgreSQL does not run' : `it runs as ${elsewhere}` };
  }
  const client = new DatabaseClient({
    connectionString: url,
    connectionTimeoutMillis: WITHIN_MS,
    application_name: 'milepost-support',
  });
  client.on('error', () => {});
  await client.connect();
  try {
    const { rows: migrations } = await client.query('SELECT name, applied_at FROM migrations ORDER BY name');
    const { rows: tables } = await client.query(
      `SELECT n.nspname AS schema, c.relname AS name, c.reltuples::float8 AS rows, pg_total_relation_size(c.oid)::float8 AS bytes
       FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
       WHERE c.relkind IN ('r', 'p') AND n.nspname IN ('public', 'pgboss') ORDER BY 4 DESC LIMIT 300`,
    );
    const { rows: settings } = await client.query(
      `SELECT name, setting, source FROM pg_settings WHERE source NOT IN ('default', 'override') ORDER BY name`,
    );
    return {
      stored: await readStoredBytes(client),
      oldestUnpackedDay: await readOldestUnpackedDay(client),
      queues: await countQueues(client),
      failedJobs: await listFailedJobs(client),
      mails: await countMails(client),
      migrations,
      tables,
      settings,
    };
  } finally {
    await client.end().catch(() => {});
  }
}

async function readEnd(file: string): Promise<string> {
  const handle = await open(file, 'r');
  try {
    const { size } = await handle.stat();
    const bytes = Buffer.alloc(Math.min(size, LOG_BYTES));
    const { bytesRead } = await handle.read(bytes, 0, bytes.length, size - bytes.length);
    const text = bytes.toString('utf8', 0, bytesRead);
    // The first line may be half of one.
    return size > LOG_BYTES ? text.slice(text.indexOf('\n') + 1) : text;
  } finally {
    await handle.close();
  }
}
