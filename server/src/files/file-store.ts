import path from 'node:path';
import { StartError } from '../errors.ts';
import type { Database } from '../store/database.ts';
import type { BlobStore } from './blob-store.ts';
import { diskBlobs } from './disk-blobs.ts';
import { type S3Address, s3Blobs } from './s3-blobs.ts';

/** The storage of files and its limits. */
export interface FileStore {
  blobs: BlobStore;
  /** The folder of incoming uploads. */
  incoming: string;
  /** The largest file. */
  maxBytes: number;
  /** The total of an organisation's files. */
  quotaBytes: number;
}

export interface FileSettings {
  s3: S3Address | null;
  maxBytes: number;
  quotaBytes: number;
}

export function createFileStore(dataDir: string, { s3, maxBytes, quotaBytes }: FileSettings): FileStore {
  const root = path.join(dataDir, 'files');
  return {
    blobs: s3 ? s3Blobs(s3) : diskBlobs(root),
    // Next to the blobs, so that a file is moved to them and not copied.
    incoming: path.join(root, 'incoming'),
    maxBytes,
    quotaBytes,
  };
}

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
