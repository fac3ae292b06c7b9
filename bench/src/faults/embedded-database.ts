import { type Postmaster, readPostmaster, runningPostmaster } from '@milepost/server/database/running';

/** The process id and address of the PostgreSQL of a data directory. */
export function embeddedDatabase(dataDir: string): Postmaster {
  const found = readPostmaster(dataDir);
  if (found === null) throw new Error(`no PostgreSQL runs on ${dataDir}`);
  return found;
}

/** The process id, or null if none runs. */
export const postmasterPid = (dataDir: string): number | null => runningPostmaster(dataDir)?.pid ?? null;
