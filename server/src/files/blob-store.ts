import type { Readable } from 'node:stream';

/** Bytes from `start` to `end`, both included. */
export interface ByteSpan {
  start: number;
  end: number;
}

interface StoredBlob {
  hash: string;
  storedAt: Date;
}

/** Storage for the bytes of files, keyed by their SHA-256 in hexadecimal. Existing content never changes. */
export interface BlobStore {
  /** Takes the finished file at this path, which may be moved. If the hash exists already, its age is renewed. */
  put(hash: string, path: string): Promise<void>;
  has(hash: string): Promise<boolean>;
  /** Null when there is none. */
  read(hash: string, span?: ByteSpan): Promise<Readable | null>;
  remove(hash: string): Promise<void>;
  list(): AsyncIterable<StoredBlob>;
}

export const isBlobHash = (text: string): boolean => /^[0-9a-f]{64}$/.test(text);
