import { DOWNLOAD_DAYS } from '@milepost/contract/download-operations';
import type { ReportParams } from '@milepost/contract/report-operations';
import type { Language } from '@milepost/contract/languages';
import { insertScheduledDownload } from '../../store/downloads/change-downloads.ts';
import type { Queryable } from '../../store/database.ts';
import { insertAttachments, insertMail, type MailContent } from '../../store/mail/mails.ts';
import type { RunToSend } from '../../store/report-schedules/report-schedules.ts';
import { inLanguage, type TextDescriptor, textFor } from '../../texts/text.ts';
import { fileRights } from '../document.ts';
import { fileKind } from '../export/formats.ts';
import type { FailedFormat, ScheduleFile } from './schedule-files.ts';
import type { Reader } from './schedule-readers.ts';

/** The total size up to which files are attached: many mail servers refuse more, since encoding adds a third. */
const MAX_ATTACHED_BYTES = 10_000_000;

interface Letter {
  run: RunToSend;
  reader: Reader;
  language: Language;
  files: readonly ScheduleFile[];
  missing: readonly FailedFormat[];
  params: ReportParams;
  /** For links; null when it is not configured. */
  publicUrl: string | null;
  /**
   * Files of the execution that are in Downloads already, as user id and hash; files for outside addresses belong to
   * the owner.
   */
  lying: Set<string>;
}

function contentOf({ as, document }: Reader, formats: RunToSend['formats']): MailContent {
  const { organisationIds, limit } = as.scope;
  const { kinds } = fileRights(document, formats);
  return { organisationIds, vehicleIds: limit?.vehicleIds ?? null, groupIds: limit?.groupIds ?? null, kinds };
}

/** Writes the mail with the files, or with links to them, in the caller's transaction; returns its id. */
export async function writeScheduleMail(db: Queryable, letter: Letter): Promise<number> {
  const { run, reader, language, files, missing, params, publicUrl, lying } = letter;
  const write = (words: TextDescriptor) => inLanguage(language, words);
  const [first] = files;
  if (!first) throw new Error('a run without files');
  const { title, rows, parameters } = first;
  const large = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) > MAX_ATTACHED_BYTES;
  const rangeLabel = write(textFor('report-range'));
  const days = parameters.find(({ label }) => label === rangeLabel)?.value;
  const downloads = publicUrl === null || reader.name === null ? [] : [`${publicUrl}/downloads`];
  const where = !large
    ? []
    : reader.name === null
      ? [write(textFor('schedule-large-outside', { owner: run.owner, days: DOWNLOAD_DAYS }))]
      : [write(textFor('schedule-large', { days: DOWNLOAD_DAYS })), ...downloads];
  const text = [
    write(textFor('hello', { name: reader.name ?? reader.email })),
    [
      ...parameters.map(({ label, value }) => `${label}: ${value}`),
      rows === 0 ? write(textFor('schedule-empty')) : write(textFor('schedule-rows', { count: rows })),
    ].join('\n'),
    ...missing.map(({ format, rows: count, most }) =>
      write(textFor('schedule-missing', { format: format.toUpperCase(), rows: count, most })),
    ),
    ...where,
    write(
      reader.name === null
        ? textFor('why-schedule-outside', { owner: run.owner, organisation: reader.as.organisation })
        : textFor('why-schedule', { owner: run.owner }),
    ),
  ].join('\n\n');
  const mail = await insertMail(db, {
    organisationId: run.organisationId,
    userId: reader.as.userId,
    to: reader.email,
    subject: days === undefined ? title : `${title}: ${days}`,
    text,
    secret: null,
    state: 'waiting',
    fault: null,
    runId: run.id,
    carries: contentOf(reader, run.formats),
    language,
  });
  if (!large) {
    const day = params.to ?? run.dueAt.toISOString().slice(0, 10);
    await insertAttachments(
      db,
      mail,
      files.map(({ hash, format, sizeBytes }) => ({
        hash,
        sizeBytes,
        name: `${title} ${day}.${fileKind(format, run.kind).ending}`,
      })),
    );
    return mail;
  }
  for (const file of files) {
    const place = `${reader.as.userId} ${file.hash}`;
    if (lying.has(place)) continue;
    lying.add(place);
    await insertScheduledDownload(db, {
      ...file,
      organisationId: reader.organisationId,
      kind: run.kind,
      ...fileRights(reader.document, [file.format]),
      params,
      as: reader.as,
    });
  }
  return mail;
}
