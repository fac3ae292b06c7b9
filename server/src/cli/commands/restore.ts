import { openConfiguredStore } from '../../backup/backup-source.ts';
import { restoreBackup } from '../../backup/restore-backup.ts';
import { createFileStore } from '../../files/file-store.ts';
import { defineCommand, UsageError } from '../command.ts';

export const restore = defineCommand({
  options: {
    to: { value: 'MOMENT', help: "the moment to restore, such as '2026-11-27 14:03', in UTC (default: the newest)" },
    backup: { value: 'ID', help: 'the backup to begin with (default: the newest before the moment)' },
    'without-log': { help: 'restores the copy of the backup alone, where the log of changes is damaged' },
    timeline: { value: 'N', help: 'the timeline of a former server, for changes that a restore left behind' },
  },
  details: `Makes a new data directory in DATA_DIR, which must be empty or not exist: database, files and secret key. It never touches
a running server or a directory with content. Everything that was committed before the moment is there; then start the
server on it. Settings: BACKUP_URL, BACKUP_KEY, DATA_DIR, and FILES_URL if files are in a bucket.`,
  run: async ({ config, print, signal }, { to, backup: id, timeline, 'without-log': withoutLog }) => {
    if (withoutLog && (to !== undefined || timeline !== undefined))
      throw new UsageError(
        '--without-log restores the moment at which the copy was finished: leave out --to and --timeline.',
      );
    const source = config();
    const moment = to === undefined ? null : parseMoment(to);
    const store = await openConfiguredStore(source, 'read');
    const { dataDir } = source;
    const files = createFileStore(dataDir, source.files);
    const { backup, lastCommit, usedFiles, missingFiles, keyFits } = await restoreBackup({
      store,
      dataDir,
      files,
      to: moment,
      id,
      timeline: timeline === undefined ? undefined : parseTimeline(timeline),
      withoutLog,
      report: print,
      signal,
    });
    for (const hash of missingFiles) print(`File ${hash} is missing or damaged in the backup`);
    const missing = missingFiles.length;
    const count = missing === 0 ? String(usedFiles) : `${usedFiles - missing} of ${usedFiles}`;
    if (backup.database === null) {
      print(
        `${count} files and the secret key are in ${dataDir}. Restore the database of DATABASE_URL by your own means.`,
      );
    } else {
      const last = lastCommit === null ? '' : `; its last change is of ${lastCommit.toISOString()}`;
      print(`The database, ${count} files and the secret key are in ${dataDir}${last}.`);
      print('Start the server with this DATA_DIR.');
    }
    if (!keyFits) {
      print(
        `The secret key was replaced after the backup ${backup.id} was made (milepost key rotate), and the database has secrets of the newer key. Put that one into ${dataDir}/secret.key, or set SECRET_KEY to it; a backup that was made later contains it.`,
      );
    }
    if (missing > 0) {
      print(
        `The server works without the ${missing} ${missing === 1 ? 'file' : 'files'} named above. If you have a copy of DATA_DIR/files, put each into ${dataDir}/files; or restore with --backup and an older backup into another folder.`,
      );
    }
    return missing > 0 || !keyFits ? 1 : 0;
  },
});

function parseTimeline(text: string): number {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw new UsageError(`--timeline ${text}: must be a number, such as 1.`);
}

/** A moment in UTC, unless it has an offset. */
function parseMoment(text: string): Date {
  const [, date = '', time = '', zone = ''] =
    /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?) ?(Z|[+-]\d{2}:?\d{2})?$/.exec(text.trim()) ?? [];
  const moment = new Date(`${date}T${time}${zone === '' ? 'Z' : zone}`);
  if (Number.isNaN(moment.getTime())) {
    throw new UsageError(`--to ${text}: must be a moment such as '2026-11-27 14:03' or 2026-11-27T14:03:00+01:00.`);
  }
  return moment;
}
