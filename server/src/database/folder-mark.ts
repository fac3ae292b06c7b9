import { readFileSync, readlinkSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { isAlive } from './running.ts';

/** The owner of a data directory touches its mark at this interval. */
export const BEAT_MS = 1000;
/** An owner that cannot be seen from here is gone when it did not touch its mark for this long. */
export const SILENT_MS = 5000;
const LOOK_MS = 100;

/** A process, so that it is recognised from other containers and machines, where its id means nothing. */
const Mark = z.object({
  pid: z.number(),
  /** The moment of its start in ticks since that of the machine: a process id is given out again. Null where it is unknown. */
  started: z.string().nullable(),
  host: z.string(),
  /** The start of the machine, which containers share, and the process ids that are visible. Null elsewhere than on Linux. */
  boot: z.string().nullable(),
  namespace: z.string().nullable(),
  since: z.iso.datetime().transform((text) => new Date(text)),
  /** Whether it holds the kernel's lock too, without which nobody can take the folder while it lives. */
  locked: z.boolean(),
});
type Mark = z.output<typeof Mark>;

export interface Owner {
  mark: Mark;
  /** The mark as it is written. */
  text: string;
  /** `beside`: on this machine, in another container. */
  where: 'here' | 'beside' | 'elsewhere';
  /** The moment of the last touch, by the clock of its machine. */
  lastBeat: Date;
}

export const markFile = (dataDir: string): string => path.join(dataDir, 'server.pid');

/** The mark of this process. */
export function ownMark(locked: boolean): string {
  const { pid } = process;
  const since = new Date().toISOString();
  return JSON.stringify({ pid, started: startOf(pid), host: hostname(), ...surroundings(), since, locked });
}

/** The owner by the mark of a folder, whether it lives or not; null without a mark that can be read. */
export async function readOwner(dataDir: string): Promise<Owner | null> {
  // Opened each time: a network file system may answer a stat from its memory, but looks when a file is opened.
  const handle = await open(markFile(dataDir), 'r').catch(() => null);
  if (handle === null) return null;
  try {
    const text = await handle.readFile('utf8');
    const mark = parseMark(text);
    return mark && { mark, text, where: locate(mark), lastBeat: (await handle.stat()).mtime };
  } finally {
    await handle.close();
  }
}

interface Watch {
  /** The kernel's lock of the folder is ours, so that nobody on this machine has it. */
  lockIsFree?: boolean;
  silentMs?: number | undefined;
}

/**
 * Whether the owner of a mark lives. One that cannot be seen from here shows it by touching its mark, for which it is
 * given a few seconds; the clocks of two machines are not compared.
 */
export async function ownerLives(
  dataDir: string,
  owner: Owner,
  { lockIsFree = false, silentMs = SILENT_MS }: Watch = {},
): Promise<boolean> {
  const { mark, where, text, lastBeat } = owner;
  if (where === 'here' && mark.started !== null) return startOf(mark.pid) === mark.started;
  // Where the start of a process cannot be read, its number may have been given out again.
  if (where === 'here' && !isAlive(mark.pid)) return false;
  if (where === 'beside' && lockIsFree && mark.locked) return false;
  for (let waited = 0; waited < silentMs; waited += LOOK_MS) {
    await delay(LOOK_MS);
    const now = await readOwner(dataDir);
    if (now === null) return false;
    if (now.text !== text || now.lastBeat.getTime() !== lastBeat.getTime()) return true;
  }
  return false;
}

/** Such as `process 7 in another container of this machine (host name 3f2ac81e), since 2026-11-30T06:30:00Z`. */
export function describeOwner({ mark, where }: Owner): string {
  const place = {
    here: '',
    beside: ` in another container of this machine (host name ${mark.host})`,
    elsewhere: ` on ${mark.host}, another machine or container`,
  }[where];
  const since = mark.since.getTime() === 0 ? '' : `, since ${mark.since.toISOString().slice(0, 19)}Z`;
  return `process ${mark.pid}${place}${since}`;
}

function parseMark(text: string): Mark | null {
  // As former versions wrote it, which did not know of containers.
  const [, pid, started] = /^(\d+) (\d+)$/.exec(text.trim()) ?? [];
  if (pid !== undefined && started !== undefined) {
    return { pid: Number(pid), started, host: hostname(), ...surroundings(), since: new Date(0), locked: false };
  }
  try {
    return Mark.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

function locate({ boot, namespace, host }: Mark): Owner['where'] {
  const own = surroundings();
  if (boot !== own.boot || (boot === null && host !== hostname())) return 'elsewhere';
  return namespace === own.namespace ? 'here' : 'beside';
}

function surroundings(): Pick<Mark, 'boot' | 'namespace'> {
  try {
    return {
      boot: readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim(),
      namespace: readlinkSync('/proc/self/ns/pid'),
    };
  } catch {
    return { boot: null, namespace: null };
  }
}

/** Null when there is no such process, or no `/proc`. */
function startOf(pid: number): string | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name of the program may contain spaces and parentheses; the start is the 22nd field (proc_pid_stat(5)).
    return text.slice(text.lastIndexOf(')') + 2).split(' ')[19] ?? null;
  } catch {
    return null;
  }
}
