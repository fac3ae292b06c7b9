import type { Readable } from 'node:stream';

/** Bytes from `start` to `end`, both counted in. */
export interface ByteSpan {
  start: number;
  end: number;
}

interface StoredBlob {
  hash: string;
  keptAt: Date;
}

/** Where the bytes of files lie, by their SHA-256 in hexadecimal digits. What is there once never changes. */
export interface BlobStore {
  /** Takes the finished file at this path, which may be gone afterwards; one that is there already is kept anew. */
  put(hash: string, path: string): Promise<void>;
  has(hash: string): Promise<boolean>;
  /** Null where there is none. */
  read(hash: string, span?: ByteSpan): Promise<Readable | null>;
  remove(hash: string): Promise<void>;
  list(): AsyncIterable<StoredBlob>;
}

export const isBlobHash = (text: string): boolean => /^[0-9a-f]{64}$/.test(text);
