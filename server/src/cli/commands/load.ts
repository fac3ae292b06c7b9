import { openAlone } from '../../database/open.ts';
import { loadDatabase } from '../../dump/load-database.ts';
import { defineCommand } from '../command.ts';

export const load = defineCommand({
  arguments: ['FOLDER'],
  details: `Loads a dump of "milepost dump" into the database of DATABASE_URL, or into a new embedded one in DATA_DIR. The database
must have no tables. Everything is loaded in one transaction: if it is interrupted, the database is still empty. Foreign
keys and the checksum of every file are checked. The next start migrates it, if a former version made the dump. The server
needs the files and the secret key of the former one: DATA_DIR/files and DATA_DIR/secret.key.`,
  run: async ({ config, logger, print, signal }, _, [folder = '']) => {
    const { databaseUrl, dataDir } = config();
    const { url, close } = await openAlone({ databaseUrl, dataDir, logger, signal });
    try {
      const onTable = (name: string, count: number) => print(`${name}: ${count}`);
      const { catalog, withJobs } = await loadDatabase({ url, folder, signal, onTable });
      const rows = catalog.tables.reduce((sum, table) => sum + table.rows, 0);
      print(`${rows} rows are loaded, as version ${catalog.version} stored them until ${catalog.madeAt}.`);
      if (!withJobs) print('Jobs that waited were of another version and are not loaded; schedules are made anew.');
    } finally {
      await close();
    }
  },
});
