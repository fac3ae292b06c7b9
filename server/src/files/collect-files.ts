import { type Database, inTransaction } from '../store/database.ts';
import { isBlobUsed, lockBlob, removeOrphans } from '../store/files/change-files.ts';
import type { FileStore } from './file-store.ts';
import { clearIncoming } from './take-upload.ts';

/** As long as a form may stay open between the upload and the save, and something taken off may be put back. */
const RETENTION_MS = 86_400_000;

/**
 * Removes files that are at no record for a day, then blobs of that age that no file has, and what was left on its way in.
 * @returns how many files and blobs
 */
export async function collectFiles(
  database: Database,
  store: FileStore,
  now: Date,
): Promise<{ files: number; blobs: number }> {
  const before = new Date(now.getTime() - RETENTION_MS);
  const files = await removeOrphans(database, before);
  let blobs = 0;
  for await (const { hash, keptAt: storedAt } of store.blobs.list()) {
    if (storedAt >= before || (await isBlobUsed(database, hash))) continue;
    if (await removeUnused(database, store, hash)) blobs++;
  }
  await clearIncoming(store.incoming, before);
  return { files, blobs };
}

/** Removes a blob unless a file has it. @returns whether it was removed */
export const removeUnused = (database: Database, { blobs }: FileStore, hash: string): Promise<boolean> =>
  inTransaction(database, async (db) => {
    // Somebody may send the same bytes just now: whoever has the lock first is seen by the other.
    await lockBlob(db, hash);
    if (await isBlobUsed(db, hash)) return false;
    await blobs.remove(hash);
    return true;
  });
