import { rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { StartError } from '../errors.ts';
import { isAlive, isPostmaster, readPostmaster } from './running.ts';
import { type LockHolder, takeServerLock } from './server-lock.ts';

/**
 * After a kill -9 of the server its PostgreSQL still runs. If no server holds its lock, it is an orphan and is stopped
 * in an orderly way; if one does, this data directory is in use and nothing is touched.
 */
export async function stopOrphan(dataDir: string, logger: Logger): Promise<void> {
  const found = readPostmaster(dataDir);
  if (found === null || !isAlive(found.pid)) return;
  const { pid, url } = found;
  if (!isPostmaster(pid, dataDir)) {
    // The process id was reused since; PostgreSQL itself would refuse to start.
    await rm(path.join(dataDir, 'postgres/postmaster.pid'), { force: true });
    return;
  }
  const result = await takeServerLock(url).catch(() => undefined);
  if (result?.holder) throw new StartError(inUse(dataDir, result.holder));
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
