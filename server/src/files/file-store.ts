import path from 'node:path';
import type { BlobStore } from './blob-store.ts';
import { diskBlobs } from './disk-blobs.ts';
import { type S3Address, s3Blobs } from './s3-blobs.ts';

/** Where files are kept, and how much of them. */
export interface FileStore {
  blobs: BlobStore;
  /** Folder of what is on its way in. */
  incoming: string;
  /** Largest file. */
  mostBytes: number;
  /** All files of an organisation. */
  quotaBytes: number;
}

export interface FileSettings {
  s3: S3Address | null;
  mostBytes: number;
  quotaBytes: number;
}

export function createFileStore(dataDir: string, { s3, mostBytes, quotaBytes }: FileSettings): FileStore {
  const root = path.join(dataDir, 'files');
  return {
    blobs: s3 ? s3Blobs(s3) : diskBlobs(root),
    // Beside the blobs, so that a file is moved to them and not copied.
    incoming: path.join(root, 'incoming'),
    mostBytes,
    quotaBytes,
  };
}
