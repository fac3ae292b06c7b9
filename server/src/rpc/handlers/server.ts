import type { ServerNotice } from '@milepost/contract/server-operations';
import { mayConfirmProxy } from '../../auth/caller.ts';
import { AppError } from '../../errors.ts';
import type { HttpServices } from '../../http/services.ts';
import { readProcesses } from '../../status/read-processes.ts';
import { readDatabaseAhead, readStatus } from '../../status/read-status.ts';
import { countMails, listFailedJobs } from '../../store/status/job-queues.ts';
import { discardDeliveries, discardMails, retryDeliveries, retryMails } from '../../store/status/failed-sends.ts';
import { closeNews, hasNews } from '../../store/status/server-versions.ts';
import { VERSION } from '../../version.ts';
import { backupNotices } from '../../status/read-backups.ts';
import { recordOfServer } from '../../store/audit/audit.ts';
import type { Handlers } from '../handler.ts';

/** How well the server works, and problems that its operator should fix. */
export const serverHandlers = {
  'get-server-notices': async (_input, { services, caller, client }) => {
    if (!caller.scope.root) return { rows: [], updatedTo: null };
    if (mayConfirmProxy(caller)) client.confirmProxy();
    const all = await Promise.all([processNotices(services), serverNotices(services), workNotices(services)]);
    return {
      rows: all.flat(),
      updatedTo: (await hasNews(services.database, caller.userId, VERSION)) ? VERSION : null,
    };
  },

  'close-news': async ({ release }, { services, caller }) => {
    // An open page may show the news of a former version.
    if (release === VERSION) await closeNews(services.database, caller.userId, release);
    return {};
  },

  'get-server-status': (_input, { services }) => readStatus(services),

  'start-backup': async ({ kind }, { services, caller, actor }) => {
    const { backups } = services.status;
    if (backups.plan === null) throw new AppError('conflict', 'backup-not-configured');
    if (!(await backups.start(kind))) throw new AppError('conflict', 'backup-runs');
    await recordOfServer(services.database, actor, 'start', { kind });
    services.logger.info({ kind, username: caller.username }, 'A backup or drill was started by hand');
    return {};
  },

  'retry-job': async ({ queue, job }, { services, caller, actor }) => {
    if (!(await services.queue.retry(queue, job))) throw new AppError('not-found', 'no-failed-job');
    await recordOfServer(services.database, actor, 'retry', { queue, job });
    services.logger.info({ job, queue, username: caller.username }, 'A failed job is retried');
    return {};
  },

  'discard-job': async ({ queue, job }, { services, caller, actor }) => {
    if (!(await services.queue.discard(queue, job))) throw new AppError('not-found', 'no-failed-job');
    await recordOfServer(services.database, actor, 'discard', { queue, job });
    services.logger.info({ job, queue, username: caller.username }, 'A failed job was discarded');
    return {};
  },

  'retry-mails': async ({ ids }, { services, caller, actor }) => {
    if (!services.config.mailConfigured) throw new AppError('conflict', 'mail-not-configured');
    const retried = await retryMails(services.database, actor, ids);
    if (retried.length === 0) throw new AppError('not-found', 'no-failed-mail');
    for (const id of retried) services.bus.publish('mail-waiting', { id, ofMany: true });
    services.logger.info({ mails: retried, username: caller.username }, 'Failed mails are sent again');
    return { retried: retried.length };
  },

  'discard-mails': async ({ ids }, { services, caller, actor }) => {
    const discarded = await discardMails(services.database, actor, ids);
    if (discarded === 0) throw new AppError('not-found', 'no-failed-mail');
    services.logger.info({ mails: ids, username: caller.username }, 'Failed mails were discarded');
    return { discarded };
  },

  'retry-webhook-failures': async ({ id }, { services, actor }) => ({
    retried: await retryDeliveries(services.database, actor, id),
  }),

  'discard-webhook-failures': async ({ id }, { services, caller, actor }) => {
    const discarded = await discardDeliveries(services.database, actor, id);
    if (discarded === 0) throw new AppError('not-found', 'no-failed-delivery');
    services.logger.info({ webhook: id, username: caller.username }, 'Failed deliveries of a webhook were discarded');
    return { discarded };
  },
} satisfies Partial<Handlers>;

/** Processes that are missing or hang. */
async function processNotices({ status, asks }: HttpServices): Promise<ServerNotice[]> {
  const processes = await readProcesses({ ...status, asks });
  const rows: ServerNotice[] = processes
    .filter(({ isAnswering }) => !isAnswering)
    .map(({ name }) => ({ kind: 'process-silent', name }));
  if (!processes.some(({ roles }) => roles.includes('ingest'))) rows.push({ kind: 'no-ingest' });
  return rows;
}

async function serverNotices({
  proxyWatch,
  clockWatch,
  disk,
  mapFile,
  mapIndex,
}: HttpServices): Promise<ServerNotice[]> {
  const rows: ServerNotice[] = proxyWatch
    .found()
    .map(({ kind, address, lastAt }) => ({ kind, address, lastAt: lastAt.toISOString() }));
  const late = clockWatch.found();
  if (late) {
    const { lateMs, devices, received } = late;
    rows.push({ kind: 'late-clock', lateS: Math.round(lateMs / 1000), devices, heard: received });
  }
  const fault = mapFile.fault();
  if (fault) rows.push({ kind: 'map-file', fault: fault.code, found: fault.found });
  const index = mapIndex();
  if (index.kind === 'building') rows.push({ kind: 'map-index', percent: Math.floor(index.part * 100) });
  if (index.kind === 'fault') rows.push({ kind: 'map-index-fault', reason: index.reason.slice(0, 300) });
  const space = await disk();
  if (space && space.state !== 'ready') {
    rows.push({ kind: 'disk', state: space.state, freeBytes: space.freeBytes, hoursLeft: space.hoursLeft });
  }
  return rows;
}

const DAY_MS = 86_400_000;
/** Certificates that are renewed by themselves are renewed a month before. */
const EXPIRES_WITHIN_MS = 14 * DAY_MS;
/** Tracking uses the times of both; sessions and jobs use the database's. */
const CLOCKS_DIFFER_S = 30;

/** Problems of jobs, mails, certificate and clocks. */
async function workNotices({ database, status, config }: HttpServices): Promise<ServerNotice[]> {
  const [failed, mails, ahead, backups] = await Promise.all([
    listFailedJobs(database),
    countMails(database),
    readDatabaseAhead(database),
    backupNotices(status.backups, { demo: config.demo, external: status.databaseKind === 'external' }),
  ]);
  const rows: ServerNotice[] = [];
  const jump = status.clock.newest();
  if (jump) rows.push({ kind: 'clock-jump', byS: Math.round(jump.byMs / 1000), at: jump.at.toISOString() });
  if (Math.abs(ahead) >= CLOCKS_DIFFER_S) rows.push({ kind: 'database-clock', aheadS: Math.round(ahead) });
  const certificate = status.certificate.read();
  const validTo = certificate?.validTo ?? null;
  if (certificate && validTo && validTo.getTime() < Date.now() + EXPIRES_WITHIN_MS) {
    rows.push({ kind: 'certificate-expires', host: certificate.host, validTo: validTo.toISOString() });
  }
  if (failed.total > 0) rows.push({ kind: 'failed-jobs', count: failed.total });
  if (mails.failed > 0) rows.push({ kind: 'failed-mails', count: mails.failed });
  rows.push(...backups);
  return rows;
}
