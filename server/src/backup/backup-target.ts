import { fileURLToPath } from 'node:url';
import { parseS3Address } from '../files/s3-blobs.ts';
import { folderTarget } from './folder-target.ts';
import { s3Target } from './s3-target.ts';

/** A folder or bucket of backups: objects of at most some 32 MB, by names with slashes. */
export interface BackupTarget {
  /** For messages to the operator; without secrets. */
  readonly name: string;
  /** Replaces the object as a whole, and resolves once it is durable. */
  put(name: string, bytes: Uint8Array): Promise<void>;
  /** Null when there is none. */
  get(name: string): Promise<Buffer | null>;
  /** Every object whose name begins with this, in the order of their names. */
  list(prefix: string): AsyncIterable<StoredObject>;
  remove(name: string): Promise<void>;
}

export interface StoredObject {
  name: string;
  bytes: number;
  storedAt: Date;
}

export type BackupAddress =
  | { kind: 'folder'; folder: string }
  | { kind: 's3'; address: NonNullable<ReturnType<typeof parseS3Address>> };

/** Parses `BACKUP_URL`: `file:///folder`, or `s3://KEY:SECRET@host/bucket/prefix?region=…`
 * (`s3+http:` without TLS); null when it is neither. */
export function parseBackupUrl(text: string): BackupAddress | null {
  if (!URL.canParse(text)) return null;
  const { protocol, host, pathname } = new URL(text);
  if (protocol === 'file:') {
    return host === '' && pathname.length > 1 ? { kind: 'folder', folder: fileURLToPath(text) } : null;
  }
  if (!/^s3(\+http)?:$/.test(protocol)) return null;
  const address = parseS3Address(text.replace(/^s3\+http:/, 'http:').replace(/^s3:/, 'https:'));
  return address && { kind: 's3', address };
}

export const openBackupTarget = (address: BackupAddress): BackupTarget =>
  address.kind === 'folder' ? folderTarget(address.folder) : s3Target(address.address);
