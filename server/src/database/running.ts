import { readFileSync, readlinkSync, statSync } from 'node:fs';
import path from 'node:path';
import { codeOf } from '../fault.ts';

/** The PostgreSQL of a data directory. */
export interface Postmaster {
  pid: number;
  url: string;
}

/**
 * The embedded PostgreSQL of a data directory by the files that it leaves there while it runs (PostgreSQL manual, 66.1);
 * null when there are none. After a kill it may not live any more.
 */
export function readPostmaster(dataDir: string): Postmaster | null {
  const [pid, , , port] = textOf(path.join(dataDir, 'postgres/postmaster.pid')).split('\n').map(Number);
  const password = textOf(path.join(dataDir, 'postgres-password')).trim();
  if (!pid || !port || password === '') return null;
  return { pid, url: `postgres://milepost:${password}@127.0.0.1:${port}/postgres` };
}

/** The embedded PostgreSQL that runs on a data directory; null when none does that can be seen from here. */
export function runningPostmaster(dataDir: string): Postmaster | null {
  const found = readPostmaster(dataDir);
  return found !== null && isPostmaster(found.pid, dataDir) ? found : null;
}

/**
 * Whether a process is the PostgreSQL of a data directory, where the system shows it: the number may have been given out
 * again, or be of another container.
 */
export function isPostmaster(pid: number, dataDir: string): boolean {
  if (!isAlive(pid)) return false;
  if (process.platform !== 'linux') return true;
  if (!textOf(`/proc/${pid}/comm`).includes('postgres')) return false;
  try {
    // PostgreSQL works in its folder.
    readlinkSync(`/proc/${pid}/cwd`);
  } catch (fault) {
    // Of another user, whose folder is not shown.
    return codeOf(fault) === 'EACCES';
  }
  const [works, cluster] = [`/proc/${pid}/cwd`, path.join(dataDir, 'postgres')].map((folder) =>
    statSync(folder, { throwIfNoEntry: false }),
  );
  return works !== undefined && cluster !== undefined && works.ino === cluster.ino && works.dev === cluster.dev;
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
