import { createReadStream } from 'node:fs';
import { access, mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { type BlobStore, isBlobHash } from './blob-store.ts';

/** Blobs as files of one folder, with 256 subfolders by the first two digits. */
export function diskBlobs(root: string): BlobStore {
  const at = (hash: string) => {
    if (!isBlobHash(hash)) throw new Error('not the hash of a blob');
    return path.join(root, hash.slice(0, 2), hash);
  };
  return {
    put: async (hash, from) => {
      const to = at(hash);
      await mkdir(path.dirname(to), { recursive: true });
      await sync(from);
      await rename(from, to);
      // The name is durable only once its folder is synced.
      await sync(path.dirname(to));
    },
    has: (hash) =>
      access(at(hash)).then(
        () => true,
        () => false,
      ),
    read: async (hash, span) => {
      try {
        const handle = await open(at(hash));
        return createReadStream('', { fd: handle, ...span });
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },
    remove: (hash) => rm(at(hash), { force: true }),
    list: () => listBlobs(root),
  };
}

async function* listBlobs(root: string) {
  for (const folder of await namesIn(root, /^[0-9a-f]{2}$/)) {
    for (const hash of await namesIn(path.join(root, folder), /^[0-9a-f]{64}$/)) {
      const found = await stat(path.join(root, folder, hash)).catch(() => null);
      if (found) yield { hash, storedAt: found.mtime };
    }
  }
}

async function namesIn(folder: string, pattern: RegExp): Promise<string[]> {
  const names: string[] = [];
  try {
    for await (const { name } of await opendir(folder)) if (pattern.test(name)) names.push(name);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  return names;
}

async function sync(name: string): Promise<void> {
  const handle = await open(name, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT';
