import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fault } from '@milepost/contract/fault';
import { AppError } from '../errors.ts';

/** Senders of up to this many times the largest file get the reply that it is too large. */
const MAX_READ_FACTOR = 4;

export interface TakenUpload {
  /** Its temporary path. */
  file: string;
  /** SHA-256 in hexadecimal. */
  hash: string;
  sizeBytes: number;
}

export const tooLarge = (name: string, maxBytes: number) =>
  new AppError('invalid', fault('file-large', { name, most: Math.floor(maxBytes / 1_000_000) }));

/** A path for a file in the folder of incoming uploads, which is created when missing. */
export async function incomingFile(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  return path.join(folder, randomUUID());
}

/**
 * Writes an upload to a file while counting and hashing it.
 * @throws AppError `invalid` when it is empty or too long; then no file is left
 */
export async function takeUpload(body: Readable, file: string, name: string, maxBytes: number): Promise<TakenUpload> {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  const count = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      sizeBytes += chunk.length;
      // The rest is read and dropped up to a limit, because no client reads a reply while still sending.
      if (sizeBytes > maxBytes * MAX_READ_FACTOR) return done(tooLarge(name, maxBytes));
      if (sizeBytes > maxBytes) return done();
      hash.update(chunk);
      return done(null, chunk);
    },
  });
  try {
    await pipeline(body, count, createWriteStream(file, { mode: 0o600 }));
    if (sizeBytes > maxBytes) throw tooLarge(name, maxBytes);
    if (sizeBytes === 0) throw new AppError('invalid', fault('file-empty', { name }));
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  }
  return { file, hash: hash.digest('hex'), sizeBytes };
}

/** SHA-256 of a file created here. */
export async function hashFile(file: string, read: (file: string) => Readable): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(read(file), hash);
  return hash.digest('hex');
}

/** Removes uploads that were not stored because the server was killed meanwhile. */
export async function clearIncoming(folder: string, before: Date): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const file = path.join(folder, name);
    const found = await stat(file).catch(() => null);
    if (found && found.mtime < before) await rm(file, { force: true });
  }
}
