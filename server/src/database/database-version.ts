import { StartError } from '../errors.ts';
import type { Queryable } from '../store/database.ts';
import { migrationNames } from './migrate.ts';

/**
 * For commands that read whatever an earlier version stored.
 * @throws StartError when the database is empty, or a newer version of Milepost changed it
 */
export async function refuseNewerDatabase(database: Queryable): Promise<{ isOlder: boolean }> {
  const { rows: tables } = await database.query<{ present: boolean }>(
    "SELECT to_regclass('migrations') IS NOT NULL AS present",
  );
  if (tables[0]?.present !== true) throw new StartError('The database is empty: no server has been started on it.');
  const { rows } = await database.query<{ name: string }>('SELECT name FROM migrations ORDER BY name');
  const ours = await migrationNames();
  const newer = rows.find(({ name }) => !ours.includes(name));
  if (newer) {
    throw new StartError(
      `A newer version of Milepost changed the database (${newer.name}). Use the command of that version.`,
    );
  }
  return { isOlder: rows.length < ours.length };
}

/** @throws StartError when the database has not the migrations of this program */
export async function requireThisVersion(database: Queryable): Promise<void> {
  const { isOlder } = await refuseNewerDatabase(database);
  if (isOlder)
    throw new StartError(
      'The database is of an older version than this program. Start the server of this version once.',
    );
}
