import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { BlobStore } from '../files/blob-store.ts';
import type { Queryable } from '../store/database.ts';
import type { BackupStore } from './backup-store.ts';

/** Bytes of an object of a large file; most files are one object. */
const PIECE_BYTES = 32 * 1024 * 1024;
const FOLDER = 'files/';

/** A file in a backup: objects `files/<two digits>/<hash>.<number>`, of which the last one, stored last, ends in `.end`. */
interface BackedUpFile {
  pieces: string[];
  bytes: number;
  storedAt: Date;
}

const pieceName = (hash: string, number: number, last: boolean) =>
  `${FOLDER}${hash.slice(0, 2)}/${hash}.${String(number).padStart(4, '0')}${last ? '.end' : ''}`;

/** The files of a target that are there as a whole, by the hash of their bytes. */
export async function listBackedUpFiles(store: BackupStore): Promise<Map<string, BackedUpFile>> {
  const pieces = new Map<string, BackedUpFile>();
  const whole = new Map<string, BackedUpFile>();
  for await (const { name, bytes, storedAt } of store.list(FOLDER)) {
    const [, hash, end] = /\/([0-9a-f]{64})\.\d{4}(\.end)?$/.exec(name) ?? [];
    if (hash === undefined) continue;
    const file = pieces.get(hash) ?? { pieces: [], bytes: 0, storedAt };
    file.pieces.push(name);
    file.bytes += bytes;
    file.storedAt = storedAt;
    pieces.set(hash, file);
    if (end !== undefined) whole.set(hash, file);
  }
  return whole;
}

/** The hashes of every file that the database refers to. */
export async function usedHashes(db: Queryable): Promise<string[]> {
  // A database before an upgrade may not have all of them yet.
  const columns = await db.query<{ table: string; column: string }>(
    `SELECT table_name AS table, column_name AS column FROM information_schema.columns
     WHERE table_schema = 'public' AND (table_name, column_name) IN
       (('files', 'hash'), ('files', 'thumb_hash'), ('downloads', 'hash'), ('mail_attachments', 'hash'))`,
  );
  if (columns.rows.length === 0) return [];
  const all = columns.rows.map(({ table, column }) => `SELECT ${column} AS hash FROM ${table}`).join(' UNION ALL ');
  const { rows } = await db.query<{ hash: string }>(
    `SELECT DISTINCT encode(hash, 'hex') AS hash FROM (${all}) used WHERE hash IS NOT NULL ORDER BY 1`,
  );
  return rows.map(({ hash }) => hash);
}

interface BackUpFileOptions {
  /** The damaged objects of this file in the target; those that are not replaced are removed. */
  damaged?: readonly string[] | undefined;
}

/**
 * Copies a file into a backup.
 * @returns its bytes; null when the file store has none, or bytes that do not match its hash
 */
export async function backUpFile(
  store: BackupStore,
  blobs: Pick<BlobStore, 'read'>,
  hash: string,
  { damaged = [] }: BackUpFileOptions = {},
): Promise<number | null> {
  const stream = await blobs.read(hash);
  if (stream === null) return null;
  const summed = createHash('sha256');
  let chunks: Buffer[] = [];
  let size = 0;
  let total = 0;
  let number = 0;
  const outdated = new Set(damaged);
  const flush = (last: boolean) => {
    const bytes = Buffer.concat(chunks);
    chunks = [];
    total += size;
    size = 0;
    number += 1;
    const name = pieceName(hash, number, last);
    outdated.delete(name);
    return store.put(name, bytes);
  };
  for await (const chunk of stream) {
    // A full piece waits for the next bytes, because the last one has another name.
    if (size >= PIECE_BYTES) await flush(false);
    const bytes = Buffer.from(chunk);
    summed.update(bytes);
    chunks.push(bytes);
    size += bytes.length;
  }
  if (summed.digest('hex') !== hash) return null;
  await flush(true);
  for (const name of outdated) await store.remove(name);
  return total;
}

/**
 * Puts a file of a backup into the file store.
 * @returns false when its bytes are not those of its hash
 * @throws StartError that names an object that cannot be read
 */
export async function restoreFile(
  store: BackupStore,
  { pieces }: BackedUpFile,
  { hash, blobs, incoming }: { hash: string; blobs: BlobStore; incoming: string },
): Promise<boolean> {
  await mkdir(incoming, { recursive: true });
  const file = path.join(incoming, `restored-${hash}`);
  const summed = createHash('sha256');
  const out = createWriteStream(file, { mode: 0o600 });
  try {
    for (const name of pieces) {
      const bytes = (await store.get(name)) ?? Buffer.alloc(0);
      summed.update(bytes);
      await new Promise<void>((resolve, reject) => out.write(bytes, (fault) => (fault ? reject(fault) : resolve())));
    }
    await new Promise<void>((resolve, reject) =>
      out.end((fault?: Error | null) => (fault ? reject(fault) : resolve())),
    );
    if (summed.digest('hex') !== hash) return false;
    await blobs.put(hash, file);
    return true;
  } finally {
    out.destroy();
    await rm(file, { force: true });
  }
}
