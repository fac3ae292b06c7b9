import { fieldError } from '../../errors.ts';
import type { Queryable } from '../database.ts';

/**
 * Only accepts names in the database's spelling: the runtime also accepts other spellings and any offset from UTC, and
 * each would get its own cache entries.
 * @throws AppError `invalid` for any other name
 */
export async function requireTimeZone(db: Queryable, timeZone: string): Promise<void> {
  const known = await db.query('SELECT FROM pg_timezone_names WHERE name = $1', [timeZone]);
  if (known.rowCount === 1) return;
  throw fieldError('invalid', { timeZone: 'time-zone' });
}
