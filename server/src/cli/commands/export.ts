import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { openBackupTarget, parseBackupUrl } from '../../backup/backup-target.ts';
import { openBackupSource } from '../../backup/backup-source.ts';
import { requireThisVersion } from '../../database/database-version.ts';
import { exportPositions } from '../../warehouse/export-positions.ts';
import { defineCommand, UsageError } from '../command.ts';
import { openPool } from '../../database/client.ts';

const DAY_MS = 86_400_000;
/** Connections: devices are read ahead. */
const CONNECTIONS = 4;

export const exportData = defineCommand({
  options: {
    from: { value: 'DAY', required: true, help: 'first day (UTC), such as 2026-01-01' },
    to: { value: 'DAY', required: true, help: 'last day (UTC)' },
    into: { value: 'TARGET', help: 'existing folder, or s3://KEY:SECRET@host/bucket/prefix; otherwise EXPORT_URL' },
    format: { value: 'FORMAT', help: 'parquet, the only one and the default' },
    organisation: { value: 'NAME', help: 'exports only the devices of this organisation; otherwise all' },
  },
  details: `Writes all positions of these days to Parquet files that a data warehouse reads, one folder a day:
positions/day=2026-01-01/part-0000.parquet. A day that was exported before is replaced. The server may run. Others on
this machine see the words of a command: set EXPORT_URL instead where an address contains a secret.`,
  run: async ({ config, environment, logger, print, signal }, { from, to, into, format = 'parquet', organisation }) => {
    if (format !== 'parquet') throw new UsageError(`The format "${format}" is unknown: parquet is the only one.`);
    const [firstDay, lastDay] = [dayOf(from), dayOf(to)];
    if (firstDay > lastDay) throw new UsageError(`${from} is after ${to}.`);
    const target = openTarget(into ?? environment['EXPORT_URL']);
    const { url, close } = await openBackupSource(config(), logger);
    const database = openPool({ connectionString: url, max: CONNECTIONS });
    try {
      await requireThisVersion(database);
      if (organisation !== undefined) {
        const { rows } = await database.query('SELECT FROM organisations WHERE name = $1', [organisation]);
        if (rows.length === 0) throw new UsageError(`There is no organisation "${organisation}".`);
      }
      const request = { firstDay, lastDay, organisation: organisation ?? null, signal };
      let [positions, bytes] = [0, 0];
      for await (const day of exportPositions(database, target, request)) {
        print(`${day.day}: ${day.positions} positions, ${day.files} files, ${size(day.bytes)}`);
        positions += day.positions;
        bytes += day.bytes;
      }
      print(`${positions} positions in ${target.name}: ${size(bytes)}`);
    } finally {
      await database.end();
      await close();
    }
  },
});

function dayOf(text: string): number {
  const ms = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : Number.NaN;
  // 2026-02-30 would be a day of March.
  if (!Number.isFinite(ms) || new Date(ms).toISOString().slice(0, 10) !== text)
    throw new UsageError(`"${text}" is not a day such as 2026-01-01.`);
  return ms / DAY_MS;
}

function openTarget(text: string | undefined) {
  if (text === undefined) throw new UsageError('The target is missing: --into FOLDER, or EXPORT_URL.');
  const address =
    parseBackupUrl(text) ?? (/^\w+:\/\//.test(text) ? null : parseBackupUrl(pathToFileURL(path.resolve(text)).href));
  if (!address) throw new UsageError('The target is neither a folder nor s3://KEY:SECRET@host/bucket/prefix.');
  return openBackupTarget(address);
}

const size = (bytes: number): string =>
  bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(2)} GB`;
