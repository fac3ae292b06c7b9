import { z } from 'zod';
import { Empty, Id, Instant, text } from './common.ts';
import { grant, operation } from './operation.ts';
import { ID_INPUT } from './record-calls.ts';
import { BACKUP_RUNS, MAX_FAILED_JOBS, MAX_FAILED_SENDS, ServerStatus } from './server-status.ts';

const server = grant('server');

/** Why a map file cannot be used. */
export const MAP_FILE_FAULTS = [
  'missing',
  'unreadable',
  'not-pmtiles',
  'old-version',
  'truncated',
  'damaged',
  'pictures',
  'other-tiles',
  'other-layout',
] as const;

/** A problem that the operator of the server should fix. */
export const ServerNotice = z.discriminatedUnion('kind', [
  /**
   * Problems with the proxy in front: it is not trusted, so everybody behind it counts as one address; it changes
   * `Host`; it refuses the live connection; it does not forward the client address, or the use of https.
   */
  z.object({
    kind: z.enum(['untrusted-proxy', 'proxy-host', 'proxy-upgrade', 'proxy-client', 'proxy-scheme']),
    address: z.string(),
    lastAt: Instant,
  }),
  /** Most devices report a time that is more than two minutes ahead of the server's. */
  z.object({
    kind: z.literal('late-clock'),
    lateS: z.number().int(),
    devices: z.number().int(),
    heard: z.number().int(),
  }),
  /** MAP_FILE cannot be used; `found` describes its actual content, if that helps. */
  z.object({ kind: z.literal('map-file'), fault: z.enum(MAP_FILE_FAULTS), found: z.string() }),
  /** Streets can be found by name when the index is complete. */
  z.object({ kind: z.literal('map-index'), percent: z.number().int().min(0).max(100) }),
  z.object({ kind: z.literal('map-index-fault'), reason: z.string() }),
  z.object({
    kind: z.literal('disk'),
    state: z.enum(['nearly full', 'full']),
    freeBytes: z.number().min(0),
    /** Hours until the disk is full at the recent rate; null if unknown. */
    hoursLeft: z.number().min(0).nullable(),
  }),
  /** The clock of this machine was set while the server ran; negative: back. */
  z.object({ kind: z.literal('clock-jump'), byS: z.number().int(), at: Instant }),
  /** The clocks of the database and of this machine differ; positive: the database is ahead. */
  z.object({ kind: z.literal('database-clock'), aheadS: z.number().int() }),
  z.object({ kind: z.literal('failed-jobs'), count: z.number().int().min(1) }),
  /** Mails of the last seven days that could not be sent. */
  z.object({ kind: z.literal('failed-mails'), count: z.number().int().min(1) }),
  /** The certificate of PUBLIC_URL expires soon, or has expired. */
  z.object({ kind: z.literal('certificate-expires'), host: z.string(), validTo: Instant }),
  /** No process accepts devices and stores positions. */
  z.object({ kind: z.literal('no-ingest') }),
  /** A process is connected to the database and does not answer the others. */
  z.object({ kind: z.literal('process-silent'), name: z.string() }),
  /** BACKUP_URL is not set. */
  z.object({ kind: z.literal('no-backup') }),
  /** The last backup failed; `lastGoodAt` is null when none ever succeeded. */
  z.object({ kind: z.literal('backup-failed'), at: Instant, reason: z.string(), lastGoodAt: Instant.nullable() }),
  /** No backup was made for two intervals of the schedule. */
  z.object({ kind: z.literal('backup-old'), lastGoodAt: Instant.nullable() }),
  /** The log of changes beside the backups stands still; `until` is the last moment that can be restored. */
  z.object({ kind: z.literal('backup-log'), reason: z.string(), until: Instant.nullable() }),
  /** The newest backup could not be restored for trial. */
  z.object({ kind: z.literal('drill-failed'), at: Instant, reason: z.string() }),
]);
export type ServerNotice = z.infer<typeof ServerNotice>;

export const serverOperations = {
  'get-server-notices': operation({
    summary: 'Returns notices about the server to the root organisation, which operates it; empty for every other one.',
    access: { menu: 'organisations', action: 'view' },
    limited: 'denied',
    bounds: { 'rows[]': 'kinds that the code knows' },
    input: Empty,
    output: z.object({
      rows: z.array(ServerNotice),
      /** The version that the server was updated to, until the caller closes its news; otherwise null. */
      updatedTo: z.string().nullable(),
    }),
  }),
  'close-news': operation({
    summary: 'Shows the news of a version of the server to the caller no more.',
    access: { menu: 'server', action: 'view', person: true },
    limited: 'denied',
    unversioned: 'remembers for the caller alone that a notice was closed',
    example: { release: '0.0.0' },
    input: z.object({ release: text(40) }),
    output: Empty,
  }),
  'get-server-status': operation({
    summary:
      'Returns how well the server works: disk, database, ingest, jobs, mails, clock and slow operations. Only for the root organisation, which operates it.',
    access: server('view'),
    limited: 'denied',
    bounds: {
      'processes[]': 'processes of this installation',
      'processes[].roles[]': 'kinds that the code knows',
      'owners.events[]': 'the ten newest',
      'database.parts[]': 'kinds that the code knows',
      'queues[]': 'kinds that the code knows',
      'failedJobs[]': MAX_FAILED_JOBS,
      'failedMails[]': MAX_FAILED_SENDS,
      'failedWebhooks[]': MAX_FAILED_SENDS,
      'slowOperations[]': 'the ten slowest',
    },
    input: Empty,
    output: ServerStatus,
  }),
  'start-backup': operation({
    summary:
      'Starts a full backup, or a drill that restores the newest one for trial, besides the schedule. Only for the root organisation.',
    access: server('edit'),
    limited: 'denied',
    audit: 'server',
    errors: [409],
    unversioned: 'starts a job; a second one is refused while it waits or runs',
    example: { kind: 'backup' },
    input: z.object({ kind: z.enum(BACKUP_RUNS) }),
    output: Empty,
  }),
  'retry-job': operation({
    summary: 'Puts a failed job back into its queue, with one more attempt. Only for the root organisation.',
    access: server('edit'),
    limited: 'denied',
    audit: 'server',
    errors: [404],
    unversioned: 'acts on a job that has failed for good; a second retry finds none',
    example: { queue: 'send-mail', job: '00000000-0000-4000-8000-000000000000' },
    input: z.object({ queue: text(100), job: z.uuid().max(36) }),
    output: Empty,
  }),
  'discard-job': operation({
    summary: 'Deletes a failed job, so that nobody is reminded of it. Only for the root organisation.',
    access: server('edit'),
    limited: 'denied',
    audit: 'server',
    errors: [404],
    unversioned: 'acts on a job that has failed for good; a second call finds none',
    example: { queue: 'pack-days', job: '00000000-0000-4000-8000-000000000000' },
    input: z.object({ queue: text(100), job: z.uuid().max(36) }),
    output: Empty,
  }),
  'retry-mails': operation({
    summary:
      'Sends mails that failed in the last seven days again, as far as they are complete. Only for the root organisation.',
    access: server('edit'),
    limited: 'denied',
    subject: 'mail',
    audit: 'server',
    errors: [404, 409],
    unversioned: 'acts on mails that have failed for good; a second retry finds none',
    example: { ids: [999_999] },
    input: z.object({ ids: z.array(Id).min(1).max(MAX_FAILED_SENDS) }),
    output: z.object({ retried: z.number().int() }),
  }),
  'discard-mails': operation({
    summary:
      'Gives up mails that failed in the last seven days: they stay in the outbox, and nobody is reminded of them. Only for the root organisation.',
    access: server('edit'),
    limited: 'denied',
    subject: 'mail',
    audit: 'server',
    errors: [404],
    unversioned: 'acts on mails that have failed for good; a second call finds none',
    example: { ids: [999_999] },
    input: z.object({ ids: z.array(Id).min(1).max(MAX_FAILED_SENDS) }),
    output: z.object({ discarded: z.number().int() }),
  }),
  'retry-webhook-failures': operation({
    summary:
      'Sends the deliveries of a webhook that failed in the last seven days again. Only for the root organisation.',
    access: server('edit'),
    limited: 'denied',
    subject: 'webhook',
    audit: 'webhook',
    errors: [404, 409],
    unversioned: 'acts on deliveries that have failed for good; a second retry finds none',
    ...ID_INPUT,
    output: z.object({ retried: z.number().int() }),
  }),
  'discard-webhook-failures': operation({
    summary:
      'Gives up the deliveries of a webhook that failed in the last seven days, so that nobody is reminded of them. Only for the root organisation.',
    access: server('edit'),
    limited: 'denied',
    subject: 'webhook',
    audit: 'webhook',
    errors: [404],
    unversioned: 'acts on deliveries that have failed for good; a second call finds none',
    ...ID_INPUT,
    output: z.object({ discarded: z.number().int() }),
  }),
};
