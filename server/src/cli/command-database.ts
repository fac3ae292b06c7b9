import type { Logger } from 'pino';
import { openBackupSource, type BackupSource } from '../backup/backup-source.ts';
import { requireThisVersion } from '../database/database-version.ts';
import type { Actor } from '../store/audit/audit.ts';
import type { Database } from '../store/database.ts';
import { openPool } from '../database/client.ts';

/** The author of changes by the command line in the audit log. */
export const COMMAND_LINE: Actor = { userId: null, username: 'command line', address: null };

interface CommandDatabase {
  database: Database;
  close(): Promise<void>;
}

/**
 * Opens the database of the settings for a command that changes it, whether the server runs or not; the embedded one is
 * started if necessary, and stopped by `close`.
 * @throws StartError when there is none, or it is of another version than this program
 */
export async function openCommandDatabase(source: BackupSource, logger: Logger): Promise<CommandDatabase> {
  const { url, close } = await openBackupSource(source, logger);
  const database = openPool({ connectionString: url, max: 2, application_name: 'milepost-command' });
  database.on('error', () => {});
  const end = async () => {
    await database.end();
    await close();
  };
  try {
    await requireThisVersion(database);
    return { database, close: end };
  } catch (fault) {
    await end();
    throw fault;
  }
}
