import { readFileSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { StartError } from '../errors.ts';

/**
 * Marks a data directory as used by this process for as long as it lives: its PostgreSQL may be away or hang for a while,
 * and another process must not take that for an orphan. The mark of a process that was killed counts no more.
 * @returns removes the mark
 * @throws StartError when another living process has marked it
 */
export async function claimFolder(dataDir: string): Promise<() => Promise<void>> {
  const file = path.join(dataDir, 'server.pid');
  const own = markOf(process.pid);
  // Elsewhere than on Linux a number that was given out again could not be told from the process itself.
  if (own === null) return async () => {};
  const found = await readFile(file, 'utf8').catch(() => '');
  const pid = Number(found.split(' ')[0]);
  if (pid > 0 && pid !== process.pid && markOf(pid) === found) {
    throw new StartError(
      `Another Milepost is running on the data directory ${dataDir} (process ${pid}). Stop it first, or set DATA_DIR.`,
    );
  }
  await writeFile(file, own, { mode: 0o600 });
  return async () => {
    if ((await readFile(file, 'utf8').catch(() => '')) === own) await rm(file, { force: true });
  };
}

/** The process id and the moment of its start, in ticks since that of the machine; null when there is no such process. */
function markOf(pid: number): string | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name of the program may contain spaces and parentheses; the start is the 22nd field (proc_pid_stat(5)).
    const started = text.slice(text.lastIndexOf(')') + 2).split(' ')[19];
    return started === undefined ? null : `${pid} ${started}`;
  } catch {
    return null;
  }
}
