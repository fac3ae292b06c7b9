import type { Queryable } from '../database.ts';
import { onlyRow } from '../rows.ts';

const NAME = 'vapid';

/** Encrypts stored data, so that access to the database alone is not enough to read it. */
interface Sealing {
  seal(plain: Uint8Array, context: string): Buffer;
  /** @throws Error if it was sealed with another key */
  open(sealed: Uint8Array, context: string): Buffer;
}

/**
 * The private key that identifies this installation to push services, created when it is first needed. If it cannot be
 * opened (the installation's key was lost), a new one is created, and the browsers subscribed with the old one are
 * deleted.
 */
export async function ensureVapidSecret(db: Queryable, secrets: Sealing, make: () => Buffer): Promise<Buffer> {
  await db.query('INSERT INTO server_secrets (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
    NAME,
    secrets.seal(make(), NAME),
  ]);
  const stored = onlyRow(await db.query<{ value: Buffer }>('SELECT value FROM server_secrets WHERE name = $1', [NAME]));
  try {
    return secrets.open(stored.value, NAME);
  } catch {
    const fresh = make();
    await db.query('UPDATE server_secrets SET value = $2 WHERE name = $1', [NAME, secrets.seal(fresh, NAME)]);
    await db.query('DELETE FROM push_browsers');
    return fresh;
  }
}
