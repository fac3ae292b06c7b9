import { openBackupSource } from '../../backup/backup-source.ts';
import { takeServerLock } from '../../database/server-lock.ts';
import { dumpDatabase } from '../../dump/dump-database.ts';
import { defineCommand } from '../command.ts';
import { takeLowPriority } from '../low-priority.ts';

export const dump = defineCommand({
  arguments: ['FOLDER'],
  details: `Writes every row of the database to files in FOLDER, which is created or empty, as of one moment. "milepost load" puts
them into another database: of PostgreSQL of any major version from 15 on, embedded or your own. For a move, stop the
server first: what it stores afterwards is not in the dump. Files and the secret key stay in DATA_DIR. The dump has the
hashes of passwords in it; only its owner can read it. A backup is faster, and is for the same major version:
"milepost backup".`,
  run: async ({ config, logger, print, signal }, _, [folder = '']) => {
    takeLowPriority();
    const { url, alone, close } = await openBackupSource(config(), logger);
    // A server that starts during the dump would store what a move then lacks.
    const { lock, holder } = alone ? { lock: null, holder: null } : await takeServerLock(url);
    try {
      if (holder) print('A server uses this database: what it stores from now on is not in the dump.');
      const catalog = await dumpDatabase({ url, folder, signal, onTable: (name, rows) => print(`${name}: ${rows}`) });
      const rows = catalog.tables.reduce((sum, table) => sum + table.rows, 0);
      print(`${rows} rows of ${catalog.tables.length} tables are in ${folder}.`);
    } finally {
      await lock?.release();
      await close();
    }
  },
});
