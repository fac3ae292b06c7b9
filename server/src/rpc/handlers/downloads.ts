import { removeUnused } from '../../files/collect-files.ts';
import { partsFor } from '../../reports/allowed.ts';
import { exportedFor, fileRights, titleOf } from '../../reports/document.ts';
import { runExport } from '../../reports/export/run-export.ts';
import { streamReport } from '../../reports/export/stream-report.ts';
import { requirePdfSize } from '../../reports/formats/pdf.ts';
import { widestOf } from '../../reports/formats/report-file.ts';
import { readerLanguage } from '../../reports/read-report.ts';
import { queueExport } from '../../jobs/export-job.ts';
import {
  cancelDownload,
  deleteDownload,
  insertDownload,
  retryDownload,
} from '../../store/downloads/change-downloads.ts';
import { getDownload, listDownloads, toDownload } from '../../store/downloads/downloads.ts';
import { recordExport } from '../../store/audit/record-export.ts';
import { inTransaction } from '../../store/database.ts';
import { AppError } from '../../errors.ts';
import type { CallContext, Handlers } from '../handler.ts';

/** The limits for a file that is written before the reply: rows and time. */
const AT_ONCE = { rows: 5000, ms: 2000 };
/** Each of several sections may take as long as a statement may; this limits all of them together. */
const CHECKED_MS = 60_000;

/** One of the caller's own, or of another person whose content the caller sees. */
const found = ({ services, caller }: CallContext, id: number) =>
  getDownload(services.database, caller, partsFor(caller), id);

async function answer(context: CallContext, id: number) {
  return { download: toDownload(await found(context, id), context.caller) };
}

async function requireOwn(context: CallContext, id: number): Promise<void> {
  const { userId } = await found(context, id);
  if (userId !== context.caller.userId) throw new AppError('denied', 'permission-denied');
}

export const downloadHandlers = {
  'export-report': async ({ kind, format, ...filters }, context) => {
    const { services, caller } = context;
    const { database, queue } = services;
    const document = await exportedFor(database, caller, kind);
    const language = await readerLanguage(database, caller, filters);
    const params = { ...filters, language };
    // Impossible requests are refused here rather than by a job, and a PDF that is too long before anything is begun.
    const rows = await streamReport(
      services,
      caller,
      { document, params, withinMs: CHECKED_MS },
      async (file, total) => {
        if (format === 'pdf') requirePdfSize(total, widestOf(file));
        return total;
      },
    );
    const title = titleOf(document, language);
    const rights = fileRights(document, [format]);
    const begun = await inTransaction(database, async (db) => {
      const made = await insertDownload(db, caller, { kind, title, format, params, ...rights }, rows);
      await recordExport(db, context.actor, {
        organisationId: caller.scope.organisationId,
        subjectId: made.id,
        name: title,
        action: 'export',
        values: { report: kind, format, ...filters },
      });
      return made;
    });
    const { id } = begun;
    const signal = AbortSignal.timeout(AT_ONCE.ms);
    const small = { signal, last: false, mostRows: AT_ONCE.rows, bell: false };
    const left = format === 'pdf' || (await runExport(services, id, small).catch(() => 'later')) === 'later';
    if (left) await queueExport(queue, begun);
    return answer(context, id);
  },

  'get-download-list': (input, { services, caller }) =>
    listDownloads(services.database, caller, partsFor(caller), input),

  'get-download': ({ id }, context) => answer(context, id),

  'cancel-download': async ({ id }, context) => {
    await requireOwn(context, id);
    await cancelDownload(context.services.database, context.caller.userId, id);
    return answer(context, id);
  },

  'retry-download': async ({ id }, context) => {
    await requireOwn(context, id);
    const { services, caller } = context;
    await queueExport(services.queue, await retryDownload(services.database, caller.userId, id));
    return answer(context, id);
  },

  'delete-download': async ({ id }, context) => {
    await requireOwn(context, id);
    const { services, caller } = context;
    const hash = await deleteDownload(services.database, caller.userId, id);
    // Deleted now rather than by the nightly clean-up: the file no longer counts towards a quota, so exporting and
    // deleting all day would fill the disk.
    if (hash !== null) await removeUnused(services.database, services.files, hash);
    return {};
  },
} satisfies Pick<
  Handlers,
  'export-report' | 'get-download-list' | 'get-download' | 'cancel-download' | 'retry-download' | 'delete-download'
>;
