import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, rmdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { StartError } from '../errors.ts';
import { codeOf, reasonOf } from '../fault.ts';
import type { BackupTarget, StoredObject } from './backup-target.ts';

/** Ending of an object that is being written. */
const UNFINISHED = '.unfinished';

/** Backups in a folder, such as a mounted disk. The folder itself must exist: a disk that is away is noticed by this. */
export function folderTarget(folder: string): BackupTarget {
  const at = (name: string) => path.join(folder, ...name.split('/'));
  const requireFolder = async () => {
    const found = await stat(folder).catch((cause: unknown) => {
      throw unusable(folder, cause);
    });
    if (!found.isDirectory()) throw new StartError(`The target ${folder} is not a folder.`);
  };
  return {
    name: folder,
    put: async (name, bytes) => {
      await requireFolder();
      const file = at(name);
      const unfinished = `${file}.${randomBytes(4).toString('hex')}${UNFINISHED}`;
      try {
        await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
        await writeDurably(unfinished, bytes);
        await rename(unfinished, file);
        await syncFolder(path.dirname(file));
      } catch (cause) {
        await rm(unfinished, { force: true }).catch(() => {});
        throw unusable(folder, cause);
      }
    },
    get: async (name) => {
      await requireFolder();
      return readFile(at(name)).catch((cause: unknown) => {
        if (codeOf(cause) === 'ENOENT') return null;
        throw new StartError(`${at(name)} cannot be read: ${reasonOf(cause)}`, { cause });
      });
    },
    list: async function* list(prefix) {
      await requireFolder();
      yield* listBelow(folder, prefix);
    },
    remove: async (name) => {
      await rm(at(name), { force: true });
      await removeEmpty(folder, path.dirname(at(name)));
    },
  };
}

async function* listBelow(folder: string, prefix: string): AsyncGenerator<StoredObject> {
  const within = prefix.slice(0, prefix.lastIndexOf('/') + 1);
  const entries = await readdir(path.join(folder, within), { withFileTypes: true }).catch((fault: unknown) => {
    if (codeOf(fault) === 'ENOENT') return [];
    throw unusable(folder, fault);
  });
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const name = `${within}${entry.name}`;
    if (!name.startsWith(prefix) || name.endsWith(UNFINISHED)) continue;
    if (entry.isDirectory()) yield* listBelow(folder, `${name}/`);
    else {
      // It may have been removed since by the retention of another process.
      const found = await stat(path.join(folder, name)).catch(() => null);
      if (found) yield { name, bytes: found.size, storedAt: found.mtime };
    }
  }
}

async function writeDurably(file: string, bytes: Uint8Array): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** The name is durable only once its folder is synced, where the system can do that. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => null);
  try {
    await handle?.sync().catch(() => {});
  } finally {
    await handle?.close();
  }
}

async function removeEmpty(root: string, folder: string): Promise<void> {
  for (let at = folder; at !== root && at.startsWith(root); at = path.dirname(at)) {
    const removed = await rmdir(at).then(
      () => true,
      () => false,
    );
    if (!removed) return;
  }
}

function unusable(folder: string, cause: unknown): StartError {
  const code = codeOf(cause);
  if (code === 'ENOENT') {
    return new StartError(
      `The target ${folder} does not exist. Mount its disk, or create the folder if it is a new one.`,
      { cause },
    );
  }
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new StartError(
      `The target ${folder} is full. Free space there; of backups, keep fewer days with BACKUP_KEEP.`,
      {
        cause,
      },
    );
  }
  return new StartError(`The target ${folder} cannot be used: ${reasonOf(cause)}`, { cause });
}
