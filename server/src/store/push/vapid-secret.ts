import type { SecretBox } from '../../auth/secret-box.ts';
import type { Queryable } from '../database.ts';
import { onlyRow } from '../rows.ts';

const NAME = 'vapid';

/**
 * The private key by which push services know this installation, made at the first need. Where it cannot be opened (the
 * key of the installation was lost) it is made anew, and the browsers that subscribed with the old one are forgotten.
 */
export async function keptVapidSecret(db: Queryable, secrets: SecretBox, make: () => Buffer): Promise<Buffer> {
  await db.query('INSERT INTO server_secrets (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
    NAME,
    secrets.seal(make(), NAME),
  ]);
  const kept = onlyRow(await db.query<{ value: Buffer }>('SELECT value FROM server_secrets WHERE name = $1', [NAME]));
  try {
    return secrets.open(kept.value, NAME);
  } catch {
    const fresh = make();
    await db.query('UPDATE server_secrets SET value = $2 WHERE name = $1', [NAME, secrets.seal(fresh, NAME)]);
    await db.query('DELETE FROM push_browsers');
    return fresh;
  }
}
