import { readFileSync } from 'node:fs';
import path from 'node:path';

/** The process id and address of the PostgreSQL in a data directory, from its own files. */
export function embeddedDatabase(dataDir: string): { pid: number; url: string } {
  const lines = readFileSync(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n');
  const password = readFileSync(path.join(dataDir, 'postgres-password'), 'utf8').trim();
  return { pid: Number(lines[0]), url: `postgres://milepost:${password}@127.0.0.1:${lines[3] ?? ''}/postgres` };
}

/** The process id, or null if none runs. */
export function postmasterPid(dataDir: string): number | null {
  try {
    const { pid } = embeddedDatabase(dataDir);
    // A reused process id must not be mistaken for the database; systems without /proc have to rely on the file.
    const name = process.platform === 'linux' ? readFileSync(`/proc/${pid}/comm`, 'utf8') : 'postgres';
    return name.includes('postgres') ? pid : null;
  } catch {
    return null;
  }
}
