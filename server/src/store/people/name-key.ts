import type { Queryable } from '../database.ts';

/**
 * The key of a user name: two names with the same key are the same name. Computed here instead of by the database's
 * collation, which would decide about identities: if `lower('İ')` is `i`, `admİn` could sign in as `admin`. Unicode,
 * 3.13.5 (NFKC_Casefold), with the simple mapping to lower case.
 */
export function nameKey(name: string): string {
  // Character by character, since the mapping of a letter must not depend on its neighbours, as that of the Greek sigma
  // does.
  const folded = Array.from(name.normalize('NFKC'), (character) => character.toLowerCase()).join('');
  return folded.replaceAll('ς', 'σ').normalize('NFKC');
}

/**
 * Fills in the keys of users from an earlier version. If two names have the same key now, the older user keeps it; the
 * other one signs in as `name#id` until an administrator changes the name.
 */
export async function fillNameKeys(db: Queryable): Promise<void> {
  const { rows } = await db.query<{ id: number; username: string }>(
    'SELECT id, username FROM users WHERE name_key IS NULL ORDER BY id',
  );
  for (const { id, username } of rows) {
    const key = nameKey(username);
    await db.query(
      `UPDATE users SET name_key = CASE WHEN EXISTS (SELECT FROM users WHERE name_key = $2) THEN $3 ELSE $2 END
       WHERE id = $1`,
      [id, key, `${key}#${id}`],
    );
  }
}
