import { spawn } from 'node:child_process';
import { type FileHandle, open, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { childEnvironment } from '../child-environment.ts';
import { StartError } from '../errors.ts';
import { codeOf } from '../fault.ts';
import {
  BEAT_MS,
  describeOwner,
  markFile,
  type Owner,
  ownerLives,
  ownMark,
  readOwner,
  SILENT_MS,
} from './folder-mark.ts';

/** What a PostgreSQL that was stopped takes to release the lock. */
const RELEASED_WITHIN_MS = 5000;
/** Exit code of flock(1). */
const HELD_BY_ANOTHER = 1;

export interface FolderClaim {
  /** Holds the kernel's lock; a child process that inherits it holds it too. Null where there is no such lock. */
  descriptor: number | null;
  release(): Promise<void>;
}

interface ClaimOptions {
  /** Ends what a killed owner on this machine left running, which holds the lock. */
  endLeftover?: (() => Promise<void>) | undefined;
  /** Called once when another process took the folder over, since this one stood still for seconds. */
  onLost?: ((message: string) => void) | undefined;
  /** How long an owner that cannot be seen from here must be silent to be taken for dead; default 5 s. */
  silentMs?: number;
  /** How often the mark is touched; default 1 s. */
  beatMs?: number;
}

/**
 * Marks a data directory as used by this process for as long as it lives. Two PostgreSQL on one cluster destroy it, and
 * the process id that PostgreSQL itself leaves there means nothing in another container or on another machine.
 *
 * The kernel's lock refuses everybody on this machine, in whatever container, also while the owner is frozen. Other
 * machines with the folder on the network see the mark being touched. The mark of a process that was killed counts no more.
 * @throws StartError when another living process has it
 */
export async function claimFolder(
  dataDir: string,
  { endLeftover, onLost, silentMs, beatMs = BEAT_MS }: ClaimOptions = {},
): Promise<FolderClaim> {
  // Not the mark itself, which is replaced and removed.
  const lock = await open(path.join(dataDir, 'server.lock'), 'a', 0o600);
  try {
    const locked = await takeLock(lock, dataDir, endLeftover);
    const former = await readOwner(dataDir);
    if (former !== null && (await ownerLives(dataDir, former, { lockIsFree: locked, silentMs })))
      throw new StartError(inUseBy(dataDir, former));
    const text = ownMark(locked);
    await writeMark(dataDir, text);
    if (former !== null && former.where !== 'here' && !(locked && former.where === 'beside')) {
      // Somebody else may have waited for the same silence.
      await delay(beatMs);
      const winner = await readOwner(dataDir);
      if (winner !== null && winner.text !== text) throw new StartError(inUseBy(dataDir, winner));
    }
    const stopBeat = beat(dataDir, text, { beatMs, onLost });
    return {
      descriptor: locked ? lock.fd : null,
      release: async () => {
        stopBeat();
        if ((await readFile(markFile(dataDir), 'utf8').catch(() => '')) === text)
          await rm(markFile(dataDir), { force: true });
        await lock.close();
      },
    };
  } catch (fault) {
    await lock.close();
    throw fault;
  }
}

/** @returns false where there is no such lock */
async function takeLock(lock: FileHandle, dataDir: string, endLeftover?: () => Promise<void>): Promise<boolean> {
  let locked = await lockFile(lock.fd);
  if (locked !== false) return locked === true;
  const owner = await readOwner(dataDir);
  if (owner === null || (owner.where === 'here' && !(await ownerLives(dataDir, owner)))) {
    // It was killed, and its PostgreSQL lives.
    await endLeftover?.();
    for (let waited = 0; locked === false && waited < RELEASED_WITHIN_MS; waited += 50) {
      await delay(50);
      locked = await lockFile(lock.fd);
    }
    if (locked !== false) return locked === true;
  }
  throw new StartError(inUseBy(dataDir, (await readOwner(dataDir)) ?? owner));
}

/**
 * Takes the kernel's lock (flock(2)) on an open file. It belongs to the open file and not to a process: every process
 * that inherits the descriptor holds it, and the kernel releases it when the last of them ends, in whatever way. It is
 * seen from every container of the machine, and on network file systems that pass locks on, from other machines.
 *
 * Node has no call for it; flock(1) of util-linux locks a descriptor that it inherits.
 * @returns null where the program or a file system with locks is missing
 */
async function lockFile(descriptor: number): Promise<boolean | null> {
  const child = spawn('flock', ['-x', '-n', '3'], {
    stdio: ['ignore', 'ignore', 'ignore', descriptor],
    env: childEnvironment(process.env),
  });
  const code = await new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(null));
    child.once('exit', resolve);
  });
  if (code === 0) return true;
  return code === HELD_BY_ANOTHER ? false : null;
}

/** Describes the owner of a data directory that runs in another container or on another machine; null without one. */
export async function ownerElsewhere(dataDir: string): Promise<string | null> {
  const owner = await readOwner(dataDir);
  if (owner === null || owner.where === 'here') return null;
  return (await ownerLives(dataDir, owner)) ? describeOwner(owner) : null;
}

async function writeMark(dataDir: string, text: string): Promise<void> {
  const fresh = `${markFile(dataDir)}.${process.pid}`;
  try {
    await writeFile(fresh, text, { mode: 0o600 });
    await rename(fresh, markFile(dataDir));
  } catch (fault) {
    await rm(fresh, { force: true });
    throw fault;
  }
}

/** Touches the mark until the returned function is called. */
function beat(
  dataDir: string,
  text: string,
  { beatMs, onLost }: Required<Pick<ClaimOptions, 'beatMs'>> & Pick<ClaimOptions, 'onLost'>,
): () => void {
  let ended = false;
  const touch = async () => {
    const present = await readFile(markFile(dataDir), 'utf8').catch((fault: unknown) =>
      codeOf(fault) === 'ENOENT' ? null : text,
    );
    if (ended) return;
    if (present === null) return writeMark(dataDir, text);
    const now = new Date();
    if (present === text) return utimes(markFile(dataDir), now, now);
    const owner = await readOwner(dataDir);
    if (ended || owner === null || owner.text === text) return;
    ended = true;
    onLost?.(
      `The data directory ${dataDir} was taken over by ${describeOwner(owner)}, while this process stood still. It stops, and PostgreSQL with it.`,
    );
  };
  const timer = setInterval(() => {
    // A disk that is full or away ends nothing.
    if (!ended) touch().catch(() => {});
  }, beatMs).unref();
  return () => {
    ended = true;
    clearInterval(timer);
  };
}

/** @param owner null when it left no mark */
function inUseBy(dataDir: string, owner: Owner | null): string {
  const place = `Another Milepost is running on the data directory ${dataDir}`;
  if (owner === null) return `${place}, or its PostgreSQL is. Stop it first, or set DATA_DIR.`;
  if (owner.where === 'here') return `${place} (${describeOwner(owner)}). Stop it first, or set DATA_DIR.`;
  // The clocks of two machines may differ.
  const isSilent = owner.where === 'beside' && Date.now() - owner.lastBeat.getTime() > SILENT_MS;
  const silent = `It is paused, or only its PostgreSQL is left, since ${owner.lastBeat.toISOString().slice(0, 19)}Z: continue or remove that container. `;
  return `${place}: ${describeOwner(owner)}. ${isSilent ? silent : ''}Run commands inside that container or on that machine, or stop it first: two would destroy the database.`;
}
