import type { Queryable } from './database.ts';

/** The context of the sealed check by which a different secret key is detected. */
const CHECK = 'key check';

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

/** The newest sealed value of each kind, for databases without a key check. */
export async function readSealedSamples(db: Queryable): Promise<SealedSample[]> {
  const { rows } = await db.query<SealedSample>(
    `(SELECT value AS sealed, name AS context FROM server_secrets WHERE name = 'vapid')
     UNION ALL (SELECT secret, 'two-factor of user ' || user_id FROM two_factor ORDER BY user_id DESC LIMIT 1)
     UNION ALL (SELECT secret, 'webhook ' || id FROM webhooks WHERE secret IS NOT NULL ORDER BY id DESC LIMIT 1)`,
  );
  return rows;
}
