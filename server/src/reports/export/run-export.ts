import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import type { Writable } from 'node:stream';
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
  type Progress,
  releaseDownload,
  touchDownload,
} from '../../store/downloads/change-downloads.ts';
import { readDownload } from '../../store/downloads/downloads.ts';
import { filesFull, lockBlob, requireRoom, roomLeft } from '../../store/files/change-files.ts';
import { type Caller, findPerson } from '../../store/people/callers.ts';
import { personalKindOf } from '../../personal-data/personal-kinds.ts';
import { personalParts } from '../allowed.ts';
import { readRequest, requirePerson } from '../../personal-data/personal-request.ts';
import { writePersonalData } from '../../personal-data/write-personal-data.ts';
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
  const content = await contentOf(services, caller, download);
  await noteScope(database, id, run, caller, content.rights);
  const temporary = await incomingFile(files.incoming);
  const cancelled = new AbortController();
  const signal = AbortSignal.any([attempt.signal, cancelled.signal]);
  try {
    const room = await roomLeft(database, download.organisationId, files.quotaBytes);
    const { rows, title } = await content.write({
      attempt,
      signal,
      toFile: (writeFile) =>
        writeBoundedFile({ path: temporary, maxBytes: room, full: () => filesFull(files.quotaBytes) }, writeFile),
      watch: (progress) => watchProgress(services, { id, run, cancelled }, progress),
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

/** What a download contains, and how its file is written. */
interface Content {
  /** The rights that are needed to fetch the file. */
  rights: { kinds: readonly string[]; private: boolean };
  write(target: Target): Promise<{ rows: number; title: string }>;
}

interface Target {
  attempt: Attempt;
  signal: AbortSignal;
  toFile<Result>(write: (to: Writable) => Promise<Result>): Promise<Result>;
  watch(progress: () => Progress): { end(): Promise<void> };
}

type Download = NonNullable<Awaited<ReturnType<typeof readDownload>>>;

async function contentOf(services: ExportServices, caller: Caller, download: Download): Promise<Content> {
  const { format } = download;
  if (format === 'zip') return personalContent(services, caller, download);
  const document = await exportedFor(services.database, caller, download.kind);
  return {
    rights: fileRights(document, [format]),
    write: ({ attempt, signal, toFile, watch }) =>
      streamReport(services, caller, { ...download, format, document }, async (file, total) => {
        if (total > (attempt.mostRows ?? Number.POSITIVE_INFINITY)) throw new Later();
        if (format === 'pdf') requirePdfSize(total, widestOf(file));
        const { counted, progress } = countRows(file, total);
        const watched = watch(progress);
        try {
          const { write: writeFile } = fileKind(format, download.kind);
          const written = await toFile((to) => writeFile(counted, to, signal));
          return { ...written, title: file.title };
        } finally {
          await watched.end();
        }
      }),
  };
}

/** The time limit of each statement for a file that is written before the reply. */
const AT_ONCE_MS = 1000;
const STATEMENT_MS = 300_000;

async function personalContent(services: ExportServices, caller: Caller, download: Download): Promise<Content> {
  const kind = personalKindOf(download.kind);
  const { personId } = download.params;
  if (kind === null || personId === undefined) throw new AppError('not-found', 'no-report');
  await requirePerson(services.database, caller, kind, personId);
  return {
    rights: { kinds: personalParts(caller, kind), private: true },
    write: async ({ attempt, signal, toFile, watch }) => {
      let parts = { rows: 0, total: null as number | null };
      const watched = watch(() => ({ ...parts, parameters: [] }));
      try {
        const atOnce = attempt.mostRows !== undefined;
        const request = await readRequest(services, caller, { kind, personId, now: new Date() });
        const onProgress = (rows: number, total: number) => void (parts = { rows, total });
        const written = await toFile((to) =>
          writePersonalData(
            { database: services.database, blobs: services.files.blobs },
            { ...request, statementMs: atOnce ? AT_ONCE_MS : STATEMENT_MS },
            { to, signal, onProgress },
          ),
        );
        return { ...written, title: download.title };
      } finally {
        await watched.end();
      }
    },
  };
}

/** Counts the rows as they are written. */
function countRows(file: ReportFile, total: number): { counted: ReportFile; progress: () => Progress } {
  let rows = 0;
  async function* counted(batches: ReportFile['sections'][number]['rows']) {
    for await (const batch of batches) {
      yield batch;
      rows += batch.length;
    }
  }
  const sections = file.sections.map((section) => ({ ...section, rows: counted(section.rows) }));
  return { counted: { ...file, sections }, progress: () => ({ rows, total, parameters: file.parameters }) };
}

interface Watched {
  id: number;
  run: string;
  cancelled: AbortController;
}

/** Stores the progress every second, and detects a cancellation. */
function watchProgress(
  { database, logger }: ExportServices,
  { id, run, cancelled }: Watched,
  progress: () => Progress,
): { end(): Promise<void> } {
  const touch = async () => {
    try {
      if (!(await touchDownload(database, id, run, progress()))) cancelled.abort();
    } catch (error) {
      logger.warn({ error, download: id }, 'The progress of an export could not be stored');
    }
  };
  let touching = touch();
  const timer = setInterval(() => void (touching = touching.then(touch)), TOUCH_MS);
  return {
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
