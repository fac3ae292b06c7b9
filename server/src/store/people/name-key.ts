import type { Queryable } from '../database.ts';

/**
 * What a user name is known by: two names with one key are one name. Folded here and not by the database, whose
 * collation would decide who is who: where `lower('İ')` is `i`, `admİn` would sign in as `admin`.
 * Unicode, 3.13.5 (NFKC_Casefold), with the mapping of one character to lower case.
 */
export function nameKey(name: string): string {
  // Character by character: what a letter becomes must not depend on its neighbours, as the Greek sigma does.
  const folded = Array.from(name.normalize('NFKC'), (character) => character.toLowerCase()).join('');
  return folded.replaceAll('ς', 'σ').normalize('NFKC');
}

/**
 * Gives their key to the users of a former version. Of two whose names are one now the older keeps it; the other signs
 * in as `name#id` until an administrator changes the name.
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
