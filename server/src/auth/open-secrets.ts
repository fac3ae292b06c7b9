import type { Logger } from 'pino';
import { StartError } from '../errors.ts';
import { type Database, inTransaction, type Queryable } from '../store/database.ts';
import {
  HASHING_KEY,
  readKeyCheck,
  readSealedSamples,
  readSecret,
  type SealedSample,
  writeKeyCheck,
} from '../store/server-secrets.ts';
import { createSecretBox, type SecretBox } from './secret-box.ts';
import { adoptNextKey, hasSecretKey, loadSecretKey, readNextKey, readSecretKey } from './secret-key.ts';

interface SecretsOptions {
  /** `SECRET_KEY`: 64 hex digits; null for the file in the data directory. */
  given: string | null;
  dataDir: string;
  /** `SECRET_KEY_RESET`: continue with this key although the database was used with another. */
  reset: boolean;
  logger: Logger;
}

/**
 * Opens the secrets of the database with the key of this installation.
 * @throws StartError when the database was used with another key, or the key file is missing or damaged
 */
export function openSecrets(database: Database, options: SecretsOptions): Promise<SecretBox> {
  const { given, dataDir, reset, logger } = options;
  return inTransaction(database, async (db) => {
    await db.query(`SELECT pg_advisory_xact_lock(hashtext('openSecrets'))`);
    const check = await readKeyCheck(db);
    const samples = check ? [check] : await readSealedSamples(db);
    // This is checked before a new key is created, because a new key file would be in the way of restoring the old one.
    if (samples.length > 0 && given === null && !reset && !(await hasSecretKey(dataDir))) {
      throw new StartError(`${dataDir}/secret.key is missing, but the database was used with it. ${CURE}`);
    }
    const key = await loadSecretKey(given, dataDir);
    const box = createSecretBox(key);
    // A single value may have been sealed with a key that was replaced since. The key is therefore wrong only if it
    // opens none of the values.
    const right = samples.length === 0 || isRightKey(box, samples);
    // A rotation was interrupted after the database had the new key.
    if (
      !right &&
      given === null &&
      (await adoptNextKey(dataDir, (next) => isRightKey(createSecretBox(next), samples)))
    ) {
      logger.info('The new secret key of an interrupted rotation is used');
      const next = await loadSecretKey(given, dataDir);
      return withHashingKey(db, next, createSecretBox(next));
    }
    if (!right && !reset) {
      const source = given === null ? `${dataDir}/secret.key` : 'SECRET_KEY';
      throw new StartError(`${source} is not the key that this database was used with. ${CURE}`);
    }
    if (!right)
      logger.warn(
        'The secret key was replaced: users must set up two-factor sign-in again, and webhooks need new secrets',
      );
    if (!right || !check) await writeKeyCheck(db, box.seal);
    return withHashingKey(db, key, box);
  });
}

const CURE =
  'Without it nobody with two-factor sign-in can sign in. Restore it from a backup. If it is lost, start once with SECRET_KEY_RESET=true: administrators then reset two-factor sign-in of each user, and webhooks get new secrets.';

/**
 * The key of this installation that opens the secrets of the database: after an interrupted rotation, that may be the next
 * one. A database without secrets, or of a version that had none, is opened by any.
 * @throws StartError when there is no key, or none opens the database
 */
export async function findRightKey(db: Queryable, { given, dataDir }: Pick<SecretsOptions, 'given' | 'dataDir'>) {
  const keys =
    given === null ? [await readSecretKey(dataDir), await readNextKey(dataDir)] : [Buffer.from(given, 'hex')];
  const present = keys.filter((key) => key !== null);
  if (present[0] === undefined) {
    throw new StartError(`${dataDir}/secret.key is missing: start the server once, or set DATA_DIR or SECRET_KEY.`);
  }
  const { rows } = await db.query<{ known: boolean }>("SELECT to_regclass('server_secrets') IS NOT NULL AS known");
  const check = rows[0]?.known ? await readKeyCheck(db) : null;
  if (check === null) return present[0];
  const right = present.find((key) => isRightKey(createSecretBox(key), [check]));
  if (right) return right;
  const source = given === null ? `${dataDir}/secret.key` : 'SECRET_KEY';
  throw new StartError(`${source} is not the key that this database was used with. ${CURE}`);
}

/** True when the box opens one of the values. */
export const isRightKey = (box: SecretBox, samples: readonly SealedSample[]): boolean =>
  samples.some((sample) => opens(box, sample));

/** After a rotation, hashes are still made with the key of before. */
async function withHashingKey(db: Queryable, key: Buffer, box: SecretBox): Promise<SecretBox> {
  const sealed = await readSecret(db, HASHING_KEY);
  return sealed !== null && opens(box, { sealed, context: HASHING_KEY })
    ? createSecretBox(key, box.open(sealed, HASHING_KEY))
    : box;
}

function opens(box: SecretBox, { sealed, context }: SealedSample): boolean {
  try {
    box.open(sealed, context);
    return true;
  } catch {
    return false;
  }
}
