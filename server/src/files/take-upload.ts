import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fault } from '@milepost/contract/fault';
import { AppError } from '../errors.ts';

/** A sender of up to so many times the largest file is told in words that it is too large. */
const MOST_READ_FACTOR = 4;

export interface TakenUpload {
  /** Where it lies until it is kept. */
  file: string;
  /** SHA-256 in hexadecimal digits. */
  hash: string;
  sizeBytes: number;
}

export const tooLarge = (name: string, mostBytes: number) =>
  new AppError('invalid', fault('file-large', { name, most: Math.floor(mostBytes / 1_000_000) }));

/** A name for a file in the folder of what comes in; the folder is made where it is missing. */
export async function incomingFile(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  return path.join(folder, randomUUID());
}

/**
 * Writes what streams in to a file of its own while it counts and hashes it.
 * @throws AppError `invalid` where it is empty, or longer than it may be; then nothing is left
 */
export async function takeUpload(body: Readable, file: string, name: string, mostBytes: number): Promise<TakenUpload> {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  const count = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      sizeBytes += chunk.length;
      // The rest is read and dropped, since nobody reads an answer while still sending; but not for ever.
      if (sizeBytes > mostBytes * MOST_READ_FACTOR) return done(tooLarge(name, mostBytes));
      if (sizeBytes > mostBytes) return done();
      hash.update(chunk);
      return done(null, chunk);
    },
  });
  try {
    await pipeline(body, count, createWriteStream(file, { mode: 0o600 }));
    if (sizeBytes > mostBytes) throw tooLarge(name, mostBytes);
    if (sizeBytes === 0) throw new AppError('invalid', fault('file-empty', { name }));
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  }
  return { file, hash: hash.digest('hex'), sizeBytes };
}

/** SHA-256 of a file that was made here. */
export async function hashFile(file: string, read: (file: string) => Readable): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(read(file), hash);
  return hash.digest('hex');
}

/** Removes what came in and was not kept, because the server was killed meanwhile. */
export async function clearIncoming(folder: string, before: Date): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const file = path.join(folder, name);
    const found = await stat(file).catch(() => null);
    if (found && found.mtime < before) await rm(file, { force: true });
  }
}
