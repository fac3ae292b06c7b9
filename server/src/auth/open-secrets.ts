import type { Logger } from 'pino';
import { StartError } from '../errors.ts';
import { type Database, inTransaction } from '../store/database.ts';
import { readKeyCheck, readSealedSamples, type SealedSample, writeKeyCheck } from '../store/server-secrets.ts';
import { createSecretBox, type SecretBox } from './secret-box.ts';
import { hasSecretKey, loadSecretKey } from './secret-key.ts';

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
    const box = createSecretBox(await loadSecretKey(given, dataDir));
    // A single value may have been sealed with a key that was replaced since. The key is therefore wrong only if it
    // opens none of the values.
    const right = samples.length === 0 || samples.some((sample) => opens(box, sample));
    if (!right && !reset) {
      const source = given === null ? `${dataDir}/secret.key` : 'SECRET_KEY';
      throw new StartError(`${source} is not the key that this database was used with. ${CURE}`);
    }
    if (!right)
      logger.warn(
        'The secret key was replaced: users must set up two-factor sign-in again, and webhooks need new secrets',
      );
    if (!right || !check) await writeKeyCheck(db, box.seal);
    return box;
  });
}

const CURE =
  'Without it nobody with two-factor sign-in can sign in. Restore it from a backup. If it is lost, start once with SECRET_KEY_RESET=true: administrators then reset two-factor sign-in of each user, and webhooks get new secrets.';

function opens(box: SecretBox, { sealed, context }: SealedSample): boolean {
  try {
    box.open(sealed, context);
    return true;
  } catch {
    return false;
  }
}
