import { fieldError } from '../../errors.ts';
import type { Queryable } from '../database.ts';

/**
 * Takes only names as the database has them: the runtime knows each in every spelling, and any distance from UTC, and
 * what is remembered of a zone would be remembered of each.
 * @throws AppError `invalid` for another one
 */
export async function requireTimeZone(db: Queryable, timeZone: string): Promise<void> {
  const known = await db.query('SELECT FROM pg_timezone_names WHERE name = $1', [timeZone]);
  if (known.rowCount === 1) return;
  throw fieldError('invalid', { timeZone: 'time-zone' });
}
