import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { StartError } from '../errors.ts';
import { type LockHolder, takeServerLock } from './server-lock.ts';
import { codeOf } from '../fault.ts';

/**
 * After a kill -9 of the server its PostgreSQL still runs. If no server holds its lock, it is an orphan and is stopped
 * in an orderly way; if one does, this data directory is in use and nothing is touched.
 */
export async function stopOrphan(cluster: string, password: string, logger: Logger): Promise<void> {
  const pidFile = path.join(cluster, 'postmaster.pid');
  const lines = (await readFile(pidFile, 'utf8').catch(() => '')).split('\n');
  const pid = Number(lines[0]);
  const port = Number(lines[3]);
  if (!pid || !isAlive(pid)) return;
  if (!(await isPostgres(pid))) {
    // The process id was reused since; PostgreSQL itself would refuse to start.
    await rm(pidFile, { force: true });
    return;
  }
  const result = await takeServerLock(`postgres://milepost:${password}@127.0.0.1:${port}/postgres`).catch(
    () => undefined,
  );
  if (result?.holder) throw new StartError(inUse(path.dirname(cluster), result.holder));
  await result?.lock.release();
  logger.warn({ postgresPid: pid }, 'Stopping a PostgreSQL process that an earlier server left running');
  process.kill(pid, 'SIGINT');
  for (let waited = 0; isAlive(pid); waited += 50) {
    if (waited > 30_000) throw new StartError(`PostgreSQL (process ${pid}) of an earlier server does not stop.`);
    await delay(50);
  }
}

/** @param holder the server that uses it */
export function inUse(dataDir: string, { name, since }: LockHolder): string {
  const began = since === null ? '' : ` since ${since.toISOString().slice(0, 19)}Z`;
  const other = name === '' ? '' : ` (${name}${began})`;
  return `Another Milepost is running on the data directory ${dataDir}${other}. Stop it first, or set DATA_DIR.`;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

/** Checks the process name where the system provides it, so that a reused id is not taken for PostgreSQL. */
async function isPostgres(pid: number): Promise<boolean> {
  const name = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => 'postgres');
  return name.includes('postgres');
}
