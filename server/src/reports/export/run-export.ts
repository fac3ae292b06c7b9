import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { DOWNLOAD_DAYS } from '@milepost/contract/download-operations';
import type { Logger } from 'pino';
import type { Bus } from '../../bus/bus.ts';
import type { JobAttempt } from '../../jobs/define-job.ts';
import { AppError } from '../../errors.ts';
import { removeUnused } from '../../files/collect-files.ts';
import { writeBoundedFile } from '../../files/bounded-file.ts';
import type { FileStore } from '../../files/file-store.ts';
import { hashFile, incomingFile } from '../../files/take-upload.ts';
import { notify } from '../../notify/notify.ts';
import type { Places } from '../../places/places.ts';
import { type Database, inTransaction } from '../../store/database.ts';
import {
  claimDownload,
  finishDownload,
  noteScope,
  releaseDownload,
  touchDownload,
} from '../../store/downloads/change-downloads.ts';
import { readDownload } from '../../store/downloads/downloads.ts';
import { filesFull, lockBlob, requireRoom, roomLeft } from '../../store/files/change-files.ts';
import { findPerson } from '../../store/people/callers.ts';
import { textFor } from '../../texts/text.ts';
import { exportedFor, fileRights } from '../document.ts';
import { requirePdfSize } from '../formats/pdf.ts';
import { type ReportFile, widestOf } from '../formats/report-file.ts';
import { fileKind } from './formats.ts';
import { finalFault } from './why-over.ts';
import { streamReport } from './stream-report.ts';

export interface ExportServices {
  database: Database;
  bus: Bus;
  logger: Logger;
  files: FileStore;
  places: Places;
}

/** The interval of writing progress and of checking for a cancellation. */
const TOUCH_MS = 1000;

interface Attempt extends JobAttempt {
  /** Above this number of rows the export is left to a job and ends with `later`; unlimited when omitted. */
  mostRows?: number;
  /** True when a notification announces the result. */
  bell: boolean;
}

class Later extends Error {}

/**
 * Makes the file of a waiting download. Concurrent attempts are harmless: one claims it, the other has nothing to do. A
 * failed attempt leaves no file. A fault that people can correct is stored with the download; any other is retried.
 * @returns 'later' when it has more rows than this attempt may process
 */
export async function runExport(services: ExportServices, id: number, attempt: Attempt): Promise<'over' | 'later'> {
  const { database } = services;
  const run = randomUUID();
  if (!(await claimDownload(database, id, run))) return 'over';
  try {
    const title = await write(services, id, run, attempt);
    if (title !== null && attempt.bell) await ring(services, id, title);
    return 'over';
  } catch (error) {
    if (error instanceof Later) {
      await releaseDownload(database, id, run, null);
      return 'later';
    }
    const why = finalFault(error, attempt, 'export-failed');
    const released = await releaseDownload(database, id, run, why);
    if (released && why && attempt.bell) await ring(services, id, null);
    if (why === null && released) throw error;
    if (why?.code === 'export-failed') services.logger.error({ error, download: id }, 'A report could not be exported');
    return 'over';
  }
}

/** Returns the title of the written file; null when it was cancelled. */
async function write(services: ExportServices, id: number, run: string, attempt: Attempt): Promise<string | null> {
  const { database, files } = services;
  const download = await readDownload(database, id);
  const caller = download && (await findPerson(database, download.userId));
  if (!download || !caller) throw new AppError('denied', 'permission-denied');
  const document = await exportedFor(database, caller, download.kind);
  await noteScope(database, id, run, caller, fileRights(document, [download.format]));
  const temporary = await incomingFile(files.incoming);
  const cancelled = new AbortController();
  const signal = AbortSignal.any([attempt.signal, cancelled.signal]);
  try {
    const room = await roomLeft(database, download.organisationId, files.quotaBytes);
    const { rows, title } = await streamReport(services, caller, { ...download, document }, async (file, total) => {
      if (total > (attempt.mostRows ?? Number.POSITIVE_INFINITY)) throw new Later();
      if (download.format === 'pdf') requirePdfSize(total, widestOf(file));
      const progress = watchProgress(services, { id, run, total, file, cancelled });
      try {
        const { write: writeFile } = fileKind(download.format, download.kind);
        const written = await writeBoundedFile(
          { path: temporary, maxBytes: room, full: () => filesFull(files.quotaBytes) },
          (to) => writeFile(progress.file, to, signal),
        );
        return { ...written, title: file.title };
      } finally {
        await progress.end();
      }
    });
    const [hash, { size }] = await Promise.all([hashFile(temporary, createReadStream), stat(temporary)]);
    await files.blobs.put(hash, temporary);
    let done = false;
    try {
      done = await inTransaction(database, async (db) => {
        await requireRoom(db, download.organisationId, size, files.quotaBytes);
        // From here on the garbage collector cannot remove the file; it may have done so while the file was being
        // stored.
        await lockBlob(db, hash);
        if (!(await files.blobs.has(hash))) throw new Error('a file was deleted while it was stored');
        return finishDownload(db, id, run, { rows, hash, sizeBytes: size });
      });
    } finally {
      // The file counts towards no quota, so it must not stay until the nightly clean-up.
      if (!done) await removeUnused(database, files, hash);
    }
    return done ? title : null;
  } catch (error) {
    if (cancelled.signal.aborted) return null;
    throw error;
  } finally {
    await rm(temporary, { force: true });
  }
}

interface Watched {
  id: number;
  run: string;
  total: number;
  file: ReportFile;
  cancelled: AbortController;
}

/** Counts the rows as they are written, stores the progress every second, and detects a cancellation. */
function watchProgress({ database, logger }: ExportServices, { id, run, total, file, cancelled }: Watched) {
  let rows = 0;
  async function* counted(batches: ReportFile['sections'][number]['rows']) {
    for await (const batch of batches) {
      yield batch;
      rows += batch.length;
    }
  }
  const touch = async () => {
    try {
      const { parameters } = file;
      if (!(await touchDownload(database, id, run, { rows, total, parameters }))) cancelled.abort();
    } catch (error) {
      logger.warn({ error, download: id }, 'The progress of an export could not be stored');
    }
  };
  let touching = touch();
  const timer = setInterval(() => void (touching = touching.then(touch)), TOUCH_MS);
  return {
    file: { ...file, sections: file.sections.map((section) => ({ ...section, rows: counted(section.rows) })) },
    end: async () => {
      clearInterval(timer);
      await touching;
    },
  };
}

/** Notifies the requester that the file is ready, or that the export failed (null). */
async function ring(services: ExportServices, id: number, title: string | null): Promise<void> {
  const download = await readDownload(services.database, id);
  if (!download) return;
  await notify(services, {
    userId: download.userId,
    kind: 'download',
    path: '/downloads',
    title:
      title === null
        ? textFor('download-failed', { report: download.title })
        : textFor('download-ready', { report: title }),
    text: title === null ? textFor('download-failed-text') : textFor('download-ready-text', { days: DOWNLOAD_DAYS }),
  });
}
