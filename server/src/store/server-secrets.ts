import type { Queryable } from './database.ts';

/** The context of the sealed check by which a different secret key is detected. */
const CHECK = 'key check';

/** The context of the key with which secrets are hashed that are only compared; stored since the first rotation. */
export const HASHING_KEY = 'hashing key';

/** A sealed value and its context. */
export interface SealedSample {
  sealed: Buffer;
  context: string;
}

/** The sealed check of the secret key; null if none was written yet. */
export async function readKeyCheck(db: Queryable): Promise<SealedSample | null> {
  const { rows } = await db.query<{ value: Buffer }>('SELECT value FROM server_secrets WHERE name = $1', [CHECK]);
  return rows[0] ? { sealed: rows[0].value, context: CHECK } : null;
}

/** Writes the check of the present secret key. @param seal seals for a context */
export async function writeKeyCheck(db: Queryable, seal: (plain: Buffer, context: string) => Buffer): Promise<void> {
  await db.query(
    `INSERT INTO server_secrets (name, value) VALUES ($1, $2)
     ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
    [CHECK, seal(Buffer.from(CHECK), CHECK)],
  );
}

/** A sealed secret of the server by its name; null if there is none. */
export async function readSecret(db: Queryable, name: string): Promise<Buffer | null> {
  const { rows } = await db.query<{ value: Buffer }>('SELECT value FROM server_secrets WHERE name = $1', [name]);
  return rows[0]?.value ?? null;
}

export async function writeSecret(db: Queryable, name: string, value: Buffer): Promise<void> {
  await db.query(
    'INSERT INTO server_secrets (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
    [name, value],
  );
}

/** Where a sealed value is stored. */
interface StoredSecret extends SealedSample {
  table: 'server_secrets' | 'two_factor' | 'webhooks';
  /** The text of its primary key. */
  id: string;
}

/** Every sealed value of the database, locked until the transaction ends. */
export async function listSealed(db: Queryable): Promise<StoredSecret[]> {
  await db.query('LOCK TABLE server_secrets, two_factor, webhooks IN SHARE ROW EXCLUSIVE MODE');
  const { rows } = await db.query<StoredSecret>(
    `SELECT 'server_secrets' AS table, name AS id, value AS sealed, name AS context FROM server_secrets
     UNION ALL SELECT 'two_factor', user_id::text, secret, 'two-factor of user ' || user_id FROM two_factor
     UNION ALL SELECT 'webhooks', id::text, secret, 'webhook ' || id FROM webhooks WHERE secret IS NOT NULL`,
  );
  return rows;
}

const RESEAL: Readonly<Record<StoredSecret['table'], string>> = {
  server_secrets: 'UPDATE server_secrets SET value = $2 WHERE name = $1',
  two_factor: 'UPDATE two_factor SET secret = $2 WHERE user_id = $1::int',
  webhooks: 'UPDATE webhooks SET secret = $2 WHERE id = $1::int',
};

export async function reseal(db: Queryable, { table, id }: StoredSecret, sealed: Buffer): Promise<void> {
  await db.query(RESEAL[table], [id, sealed]);
}

export async function deleteRecoveryCodes(db: Queryable): Promise<void> {
  await db.query('DELETE FROM recovery_codes');
}

/** The newest sealed value of each kind, for databases without a key check. */
export async function readSealedSamples(db: Queryable): Promise<SealedSample[]> {
  const { rows } = await db.query<SealedSample>(
    `(SELECT value AS sealed, name AS context FROM server_secrets WHERE name = 'vapid')
     UNION ALL (SELECT secret, 'two-factor of user ' || user_id FROM two_factor ORDER BY user_id DESC LIMIT 1)
     UNION ALL (SELECT secret, 'webhook ' || id FROM webhooks WHERE secret IS NOT NULL ORDER BY id DESC LIMIT 1)`,
  );
  return rows;
}
