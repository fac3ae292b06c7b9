import { randomUUID } from 'node:crypto';
import { type Fault, fault, toFault } from '@milepost/contract/fault';
import type { ReportParams } from '@milepost/contract/report-operations';
import type { Language } from '@milepost/contract/languages';
import { AppError } from '../../errors.ts';
import { removeUnused } from '../../files/collect-files.ts';
import type { JobAttempt } from '../../jobs/define-job.ts';
import { notify } from '../../notify/notify.ts';
import { inTransaction } from '../../store/database.ts';
import { lockBlob, requireRoom, roomLeft } from '../../store/files/change-files.ts';
import { languageOf } from '../../store/people/accounts.ts';
import { claimRun, endRun, releaseRun, stopSchedule, touchRun } from '../../store/report-schedules/change-runs.ts';
import { listPeopleManagers, readRun, type RunToSend } from '../../store/report-schedules/report-schedules.ts';
import { readScheduleWebhooks } from '../../store/report-schedules/schedule-webhooks.ts';
import { textFor } from '../../texts/text.ts';
import { reportName } from '../all-reports.ts';
import { fileRights, isPersonal } from '../document.ts';
import type { ExportServices } from '../export/run-export.ts';
import { finalFault } from '../export/why-over.ts';
import { daysOfRun } from './days-of-run.ts';
import { type FailedFormat, missingFault, type ScheduleFiles, writeScheduleFiles } from './schedule-files.ts';
import { missingHooks, notifyWebhooks } from './schedule-hooks.ts';
import { writeScheduleMail } from './schedule-mail.ts';
import { ownerOf, Stopped } from './schedule-owner.ts';
import { type Reader, readersOf } from './schedule-readers.ts';

export interface ScheduleServices extends ExportServices {
  mailConfigured: boolean;
  publicUrl: string | null;
}

const TOUCH_MS = 10_000;

/**
 * Makes the files of a scheduled execution and attaches them to mails. The mails are written in the transaction that
 * ends it, so a process that dies earlier leaves nothing, and one that dies later has nothing to repeat.
 */
export async function runSchedule(services: ScheduleServices, id: number, attempt: JobAttempt): Promise<void> {
  const { database, logger } = services;
  const token = randomUUID();
  if (!(await claimRun(database, id, token))) return;
  const timer = setInterval(() => void touchRun(database, id, token).catch(() => {}), TOUCH_MS);
  const run = await readRun(database, id);
  if (run === null) return clearInterval(timer);
  try {
    // With lower priority than mails that a person waits for: an invitation, a new password.
    for (const mail of await send(services, run, token, attempt.signal))
      services.bus.publish('mail-waiting', { id: mail, ofMany: true });
  } catch (error) {
    if (error instanceof Stopped) {
      if (await endRun(database, id, token, { state: 'failed', fault: error.fault })) {
        await stopSchedule(database, run.scheduleId, error.fault);
        await notifyStopped(services, run);
      }
      return;
    }
    const why = finalFault(error, attempt, 'schedule-failed');
    if (why === null) {
      await releaseRun(database, id, token);
      throw error;
    }
    if (why.code === 'schedule-failed') logger.error({ error, run: id }, 'A scheduled report could not be created');
    if (await endRun(database, id, token, { state: 'failed', fault: why })) await notifyFailed(services, run);
  } finally {
    clearInterval(timer);
  }
}

/** Returns the mails that it wrote. */
async function send(services: ScheduleServices, run: RunToSend, token: string, signal: AbortSignal): Promise<number[]> {
  const { database, files: store } = services;
  const { owner, document } = await ownerOf(database, run);
  const days = await daysOfRun(database, document, owner.scope, run);
  const params: ReportParams = { ...run.params, ...days };
  const { readers, leftOut } = await readersOf(database, owner, run, document);
  if (readers.length > 0 && !services.mailConfigured) throw new AppError('conflict', 'schedule-no-mail');
  const hooks = run.toOwner ? [] : await readScheduleWebhooks(database, owner, run.webhookIds);
  const activeHooks = hooks.filter(({ there }) => there);
  leftOut.push(...missingHooks(run, hooks));
  const room = { left: await roomLeft(database, run.organisationId, store.quotaBytes) };
  const storedHashes = new Set<string>();
  const make = (recipients: readonly Reader[]) =>
    makeAll(services, run, { params, room, storedHashes }, recipients, signal);
  try {
    const made = await make(readers);
    const asOwner: Reader = { name: null, email: '', as: owner, organisationId: owner.scope.organisationId, document };
    const [forHooks] = activeHooks.length === 0 ? [] : await make([asOwner]);
    const isSent = ({ files: [file] }: Made) => file !== undefined && (!run.skipEmpty || run.toOwner || file.rows > 0);
    const letters = made.filter(isSent);
    const parcel = forHooks && isSent(forHooks) ? forHooks : null;
    const missing = [...made, ...(forHooks ? [forHooks] : [])].flatMap((one) => one.missing);
    const [tooLong] = missing;
    if (tooLong && letters.length === 0 && parcel === null)
      throw new AppError('conflict', fault('pdf-long', { most: tooLong.most }));
    leftOut.push(...leftOutFiles(missing));
    const state =
      letters.length > 0 || parcel !== null ? 'sent' : readers.length + activeHooks.length > 0 ? 'empty' : 'failed';
    return await inTransaction(database, async (db) => {
      const why =
        state === 'failed' ? { fault: toFault(run.toOwner ? 'schedule-own-address' : 'schedule-nobody') } : {};
      if (!(await endRun(db, run.id, token, { state, leftOut, ...why }))) return [];
      const holders = [run, ...letters.map(({ reader }) => reader)].map(({ organisationId }) => organisationId);
      const checkRoom = async () => {
        for (const id of [...new Set(holders)].toSorted((a, b) => a - b))
          await requireRoom(db, id, 0, store.quotaBytes);
      };
      // The space is reserved until the end of the transaction.
      await checkRoom();
      // From here on the garbage collector cannot remove the files; it may have done so while they were being stored.
      for (const hash of new Set(
        [...letters, ...(parcel ? [parcel] : [])].flatMap(({ files }) => files.map((file) => file.hash)),
      ).values()) {
        await lockBlob(db, hash);
        if (!(await store.blobs.has(hash))) throw new Error('a file was deleted while it was stored');
      }
      const mails: number[] = [];
      const lying = new Set<string>();
      for (const letter of letters) {
        mails.push(await writeScheduleMail(db, { ...letter, run, publicUrl: services.publicUrl, lying }));
      }
      if (parcel) await notifyWebhooks(db, { ...parcel, run, webhooks: activeHooks, publicUrl: services.publicUrl });
      await checkRoom();
      return mails;
    });
  } finally {
    // Files that nobody received count towards no quota, so they must not stay until the nightly clean-up.
    for (const hash of storedHashes) await removeUnused(database, store, hash);
  }
}

interface Made extends ScheduleFiles {
  reader: Reader;
  language: Language;
  params: ReportParams;
}

/** The formats that were not sent, for the history: each once, with the largest number of rows of any reader. */
function leftOutFiles(missing: readonly FailedFormat[]): { to: string; fault: Fault }[] {
  const longest = missing.toSorted((a, b) => a.rows - b.rows);
  return [...new Map(longest.map((one) => [one.format, one])).values()].map((one) => ({
    to: one.format.toUpperCase(),
    fault: missingFault(one),
  }));
}

/** Makes the files of each reader; readers with the same access, language and units share them. */
async function makeAll(
  services: ScheduleServices,
  run: RunToSend,
  {
    params: scheduled,
    room,
    storedHashes,
  }: { params: ReportParams; room: { left: number }; storedHashes: Set<string> },
  readers: readonly Reader[],
  signal: AbortSignal,
) {
  const made = new Map<string, ScheduleFiles>();
  const all: Made[] = [];
  for (const reader of readers) {
    const language = run.language ?? (await languageOf(services.database, reader.as.userId));
    const { rows } = await services.database.query<{ units: string }>('SELECT units FROM users WHERE id = $1', [
      reader.as.userId,
    ]);
    const params = { ...scheduled, language };
    const { userId, scope } = reader.as;
    const ownerId = isPersonal(reader.document, params) ? userId : null;
    const key = JSON.stringify([language, rows[0]?.units, scope, ownerId, fileRights(reader.document, run.formats)]);
    const written =
      made.get(key) ??
      (await writeScheduleFiles(
        services,
        reader.as,
        { document: reader.document, params, formats: run.formats, room },
        signal,
      ));
    for (const { hash } of written.files) storedHashes.add(hash);
    made.set(key, written);
    all.push({ reader, language, ...written, params });
  }
  return all;
}

const nameOf = async (services: ScheduleServices, userId: number, { kind, saved }: RunToSend): Promise<string> =>
  saved ?? reportName(kind, await languageOf(services.database, userId));

const PATH = '/reports/schedules';

async function notifyFailed(services: ScheduleServices, run: RunToSend): Promise<void> {
  const { userId } = run;
  const report = await nameOf(services, userId, run);
  const [title, text] = [textFor('schedule-failed', { report }), textFor('schedule-failed-text')];
  await notify(services, { userId, kind: 'download', path: PATH, title, text });
}

/** Notifies its owner, and the managers of people. */
async function notifyStopped(services: ScheduleServices, run: RunToSend): Promise<void> {
  const { organisationId, userId, owner } = run;
  for (const id of new Set([userId, ...(await listPeopleManagers(services.database, organisationId))])) {
    const report = await nameOf(services, id, run);
    const title = textFor('schedule-stopped', { report, owner });
    await notify(services, { userId: id, kind: 'download', path: PATH, title, text: textFor('schedule-failed-text') });
  }
}
