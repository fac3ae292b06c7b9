import { randomBytes } from 'node:crypto';
import { StartError } from '../errors.ts';
import { type Database, inTransaction } from '../store/database.ts';
import {
  deleteRecoveryCodes,
  HASHING_KEY,
  listSealed,
  readKeyCheck,
  reseal,
  writeSecret,
} from '../store/server-secrets.ts';
import { createSecretBox, type SecretBox } from './secret-box.ts';
import { adoptNextKey, readSecretKey, writeNextKey } from './secret-key.ts';
import { isRightKey } from './open-secrets.ts';

/** The steps after which a rotation may be interrupted; with each, the database has one key that works. */
export type RotationStep = 'key-written' | 'resealed' | 'committed' | 'adopted';

interface RotateOptions {
  /** `SECRET_KEY`: 64 hex digits; null for the file in the data directory. */
  given: string | null;
  dataDir: string;
  /** The new `SECRET_KEY`; null with a key file, for which one is made. */
  next: string | null;
  /** Recovery codes are hashed with the key; after a leak of it they must end, otherwise they go on. */
  endRecoveryCodes: boolean;
  onStep?: (step: RotationStep) => void;
}

/**
 * Encrypts every secret of the database with a new key, in one transaction. The new key of a key file is beside the old
 * one before, and replaces it afterwards; a start in between takes the one that is right.
 * @returns how many secrets have the new key, and how many could not be opened with the old one and stay as they are
 * @throws StartError when the present key is missing or not that of the database
 */
export async function rotateKey(
  database: Database,
  options: RotateOptions,
): Promise<{ resealed: number; unreadable: number }> {
  const { given, dataDir, endRecoveryCodes, onStep = () => {} } = options;
  const check = await readKeyCheck(database);
  if (!check) throw new StartError('No secret is stored yet: start the server once.');
  const isRight = (key: Buffer) => isRightKey(createSecretBox(key), [check]);
  if (given === null) await adoptNextKey(dataDir, isRight);
  const present = given === null ? await readSecretKey(dataDir) : Buffer.from(given, 'hex');
  if (present === null) throw new StartError(`${dataDir}/secret.key is missing: restore it from a backup.`);
  if (!isRight(present)) throw new StartError('The present key is not the one that the database was used with.');
  const next = options.next === null ? randomBytes(32) : Buffer.from(options.next, 'hex');
  if (next.equals(present)) throw new StartError('The new key is the present one.');
  if (given === null) await writeNextKey(dataDir, next);
  onStep('key-written');
  const [from, to] = [createSecretBox(present), createSecretBox(next)];
  const result = await inTransaction(database, async (db) => {
    let unreadable = 0;
    let resealed = 0;
    let hashing = from.hashingKey;
    for (const secret of await listSealed(db)) {
      const plain = tryOpen(from, secret);
      if (plain === null) {
        unreadable++;
        continue;
      }
      if (secret.context === HASHING_KEY) hashing = plain;
      await reseal(db, secret, to.seal(plain, secret.context));
      resealed++;
    }
    if (endRecoveryCodes) {
      await deleteRecoveryCodes(db);
      hashing = to.hashingKey;
    }
    await writeSecret(db, HASHING_KEY, to.seal(hashing, HASHING_KEY));
    onStep('resealed');
    return { resealed, unreadable };
  });
  onStep('committed');
  if (given === null) await adoptNextKey(dataDir, (key) => key.equals(next));
  onStep('adopted');
  return result;
}

function tryOpen(box: SecretBox, { sealed, context }: { sealed: Buffer; context: string }): Buffer | null {
  try {
    return box.open(sealed, context);
  } catch {
    return null;
  }
}
