import { readFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * The address of the embedded PostgreSQL of a data directory, from the files that it leaves there while it runs; null when
 * there is none. After a kill it may not answer any more.
 */
export async function embeddedUrl(dataDir: string): Promise<string | null> {
  const [pid, password] = await Promise.all([
    readFile(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8').catch(() => ''),
    readFile(path.join(dataDir, 'postgres-password'), 'utf8').catch(() => ''),
  ]);
  const port = Number(pid.split('\n')[3]);
  return port > 0 && password !== '' ? `postgres://milepost:${password.trim()}@127.0.0.1:${port}/postgres` : null;
}
