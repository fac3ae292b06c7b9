import path from 'node:path';
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
