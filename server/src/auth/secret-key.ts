import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { StartError } from '../errors.ts';

const KEY_FILE = 'secret.key';
const NEXT_FILE = 'secret.key.next';

/**
 * The key that encrypts secrets in the database: the given one (64 hex digits), otherwise that of `secret.key` in the
 * data directory, which is created at the first start. Losing it loses the secrets of two-factor sign-in, webhooks and
 * push, but not the fleet.
 * @throws StartError when the file is damaged
 */
export async function loadSecretKey(given: string | null, dataDir: string): Promise<Buffer> {
  if (given !== null) return Buffer.from(given, 'hex');
  const file = path.join(dataDir, KEY_FILE);
  return (await readKey(file)) ?? makeKey(file);
}

/** True when the data directory already has a key. */
export async function hasSecretKey(dataDir: string): Promise<boolean> {
  return (await readSecretKey(dataDir)) !== null;
}

/** The key of the data directory; null when there is none. */
export const readSecretKey = (dataDir: string): Promise<Buffer | null> => readKey(path.join(dataDir, KEY_FILE));

/** The key beside it, that an interrupted rotation left; null when there is none. */
export const readNextKey = (dataDir: string): Promise<Buffer | null> => readKey(path.join(dataDir, NEXT_FILE));

/** Stores the key that a rotation is about to use beside the present one. */
export async function writeNextKey(dataDir: string, key: Buffer): Promise<void> {
  const file = path.join(dataDir, NEXT_FILE);
  await rm(file, { force: true });
  await writeFile(file, `${key.toString('hex')}\n`, { mode: 0o600, flush: true });
  await flushFolder(dataDir);
}

/**
 * Makes the next key the present one, if it is the right one: after a rotation, or after one that was interrupted when the
 * database had the new key already. @returns whether it did
 */
export async function adoptNextKey(dataDir: string, isRight: (key: Buffer) => boolean): Promise<boolean> {
  const file = path.join(dataDir, NEXT_FILE);
  const key = await readKey(file);
  if (key === null || !isRight(key)) return false;
  await rename(file, path.join(dataDir, KEY_FILE));
  await flushFolder(dataDir);
  return true;
}

/** Makes created and renamed files durable. */
async function flushFolder(folder: string): Promise<void> {
  // Windows has no folders to flush.
  const handle = await open(folder, 'r').catch(() => null);
  await handle?.sync().catch(() => {});
  await handle?.close();
}

async function readKey(file: string): Promise<Buffer | null> {
  let text: string;
  try {
    text = (await readFile(file, 'utf8')).trim();
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    throw new StartError(`${file} cannot be read.`, { cause: error });
  }
  if (!/^[0-9a-f]{64}$/i.test(text)) throw new StartError(`${file} is damaged: restore it from a backup.`);
  return Buffer.from(text, 'hex');
}

async function makeKey(file: string): Promise<Buffer> {
  await mkdir(path.dirname(file), { recursive: true });
  const whole = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
  await writeFile(whole, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flush: true });
  try {
    // Atomic, and the first of several processes wins.
    await link(whole, file);
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  } finally {
    await rm(whole);
  }
  const key = await readKey(file);
  if (!key) throw new StartError(`${file} cannot be written.`);
  return key;
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
