import { StartError } from '../errors.ts';
import type { Database } from '../store/database.ts';
import type { BlobStore } from './blob-store.ts';

/** Newest files that are looked for: single ones may have been lost. */
const LOOKED_FOR = 20;

/**
 * A process beside the one that serves people writes files for them, such as reports.
 * @throws StartError when it has none of the files of this database, so that those would not be found
 */
export async function refuseOtherFiles(database: Database, blobs: BlobStore, dataDir: string): Promise<void> {
  const { rows } = await database.query<{ hash: string }>(
    `SELECT encode(hash, 'hex') AS hash FROM files ORDER BY added_at DESC, id DESC LIMIT ${LOOKED_FOR}`,
  );
  if (rows.length === 0) return;
  for (const { hash } of rows) if (await blobs.has(hash)) return;
  throw new StartError(
    `The files of this database are not in ${dataDir}/files. Set DATA_DIR to the folder of the other processes, or FILES_URL to a bucket for all of them.`,
  );
}
