import { readFileSync } from 'node:fs';
import path from 'node:path';

/** Process id and address of the PostgreSQL that runs below a data directory, from the files that it keeps there. */
export function embeddedDatabase(dataDir: string): { pid: number; url: string } {
  const lines = readFileSync(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n');
  const password = readFileSync(path.join(dataDir, 'postgres-password'), 'utf8').trim();
  return { pid: Number(lines[0]), url: `postgres://milepost:${password}@127.0.0.1:${lines[3] ?? ''}/postgres` };
}

/** The process id again, or null where none runs. */
export function postmasterPid(dataDir: string): number | null {
  try {
    const { pid } = embeddedDatabase(dataDir);
    // A reused id must not be taken for the database; systems without /proc have to believe the file.
    const name = process.platform === 'linux' ? readFileSync(`/proc/${pid}/comm`, 'utf8') : 'postgres';
    return name.includes('postgres') ? pid : null;
  } catch {
    return null;
  }
}
