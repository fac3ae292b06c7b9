import type { Config } from '../../config.ts';
import { requireThisVersion } from '../../database/database-version.ts';
import { ownerElsewhere } from '../../database/folder-owner.ts';
import { runningPostmaster } from '../../database/running.ts';
import { StartError } from '../../errors.ts';
import { previewRetention } from '../../store/retention/preview-retention.ts';
import { readClockBehind } from '../../store/retention/retention-clock.ts';
import { defineCommand, UsageError } from '../command.ts';
import { openPool } from '../../database/client.ts';

/** Counting years of positions takes minutes; it reads beside the server and changes nothing. */
const MAX_COUNTING_MS = 3_600_000;

export const retentionDryRun = defineCommand({
  options: {
    organisation: { value: 'NAME', help: 'counts only this organisation; otherwise each one' },
    json: { help: 'prints JSON' },
  },
  details: `Counts what the next daily run would delete by the periods that are chosen under Administration › Organisations ›
Retention, and what legal holds keep of it. Nothing is deleted. The server must be running.`,
  run: async ({ config, print }, { organisation, json }) => {
    const database = openPool({ connectionString: await runningDatabase(config()), max: 1 });
    try {
      await requireThisVersion(database);
      const { rows } = await database.query<{ id: number; name: string }>(
        'SELECT id, name FROM organisations WHERE $1::text IS NULL OR name = $1 ORDER BY id',
        [organisation ?? null],
      );
      if (rows.length === 0) throw new UsageError(`There is no organisation "${organisation}".`);
      const behind = await readClockBehind(database);
      if (behind !== null && !json) {
        print(`Counted as of ${behind}: the server was off, and each daily run advances by two days at most.`);
      }
      const counted = [];
      for (const { id, name } of rows) {
        const counts = await previewRetention(database, { organisationIds: [id], maxMs: MAX_COUNTING_MS });
        counted.push({ organisation: name, counts, ...(behind !== null && { asOf: behind }) });
      }
      if (json) print(JSON.stringify(counted, null, 2));
      else for (const { organisation: name, counts } of counted) for (const line of linesOf(name, counts)) print(line);
    } finally {
      await database.end();
    }
  },
});

function linesOf(name: string, counts: Awaited<ReturnType<typeof previewRetention>>): string[] {
  return [
    name,
    ...counts.map(({ kind, count, held, oldest, newest }) => {
      const label = `  ${kind.padEnd(10)}`;
      if (count === null) return `${label} kept`;
      const days = oldest === null ? '' : `  ${oldest} to ${newest}`;
      return `${label} ${count} would be deleted${days}${held > 0 ? `  (${held} held)` : ''}`;
    }),
  ];
}

/**
 * The address of the database of the server that runs here, for commands that read beside it.
 * @throws StartError if no server with an embedded PostgreSQL runs on the data directory
 */
export async function runningDatabase({
  databaseUrl,
  dataDir,
}: Pick<Config, 'databaseUrl' | 'dataDir'>): Promise<string> {
  if (databaseUrl !== null) return databaseUrl;
  const running = runningPostmaster(dataDir);
  if (running !== null) return running.url;
  const elsewhere = await ownerElsewhere(dataDir);
  throw new StartError(
    elsewhere === null
      ? `No Milepost runs on the data directory ${dataDir}. Start it first, or set DATA_DIR.`
      : `Milepost runs on the data directory ${dataDir} as ${elsewhere}. Run this command there.`,
  );
}
