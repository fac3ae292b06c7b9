import { type Database, inTransaction } from '../store/database.ts';
import { isBlobUsed, lockBlob, removeOrphans } from '../store/files/change-files.ts';
import type { FileStore } from './file-store.ts';
import { clearIncoming } from './take-upload.ts';

/** The time that a form may stay open between the upload and the save, and in which a removed file can be restored. */
const RETENTION_MS = 86_400_000;

/**
 * Removes files that have belonged to no record for a day, then blobs of that age without a file, and leftovers of
 * uploads.
 * @returns the number of files and blobs
 */
export async function collectFiles(
  database: Database,
  store: FileStore,
  now: Date,
): Promise<{ files: number; blobs: number }> {
  const before = new Date(now.getTime() - RETENTION_MS);
  const files = await removeOrphans(database, before);
  let blobs = 0;
  for await (const { hash, storedAt } of store.blobs.list()) {
    if (storedAt >= before || (await isBlobUsed(database, hash))) continue;
    if (await removeUnused(database, store, hash)) blobs++;
  }
  await clearIncoming(store.incoming, before);
  return { files, blobs };
}

/** Removes a blob unless a file uses it. @returns whether it was removed */
export const removeUnused = (database: Database, { blobs }: FileStore, hash: string): Promise<boolean> =>
  inTransaction(database, async (db) => {
    // The same bytes may be uploaded concurrently: the lock orders both transactions.
    await lockBlob(db, hash);
    if (await isBlobUsed(db, hash)) return false;
    await blobs.remove(hash);
    return true;
  });
