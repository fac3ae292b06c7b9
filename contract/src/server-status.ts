import { z } from 'zod';
import { Id, Instant } from './common.ts';
import { Fault } from './fault.ts';

/** The kinds of records by which the size of the database is shown. */
export const STORED_KINDS = ['positions', 'packed-positions', 'facts', 'alarms', 'audit', 'jobs', 'other'] as const;

/** How many failed jobs, mails and webhooks, and slow operations, are returned. */
export const MAX_FAILED_JOBS = 50;
export const MAX_FAILED_SENDS = 50;
export const MAX_SLOW_OPERATIONS = 10;

/** What happens to the devices of a process that stores positions: `lost` when it stood still or ended without a word. */
const OWNER_EVENTS = ['taken', 'handed-over', 'lost'] as const;
export const MAX_OWNER_EVENTS = 10;

const Count = z.number().int().min(0);

/** A job that failed after its last attempt and waits for a person. */
export const FailedJob = z.object({
  id: z.uuid(),
  /** The name of its queue, such as `send-mail`. */
  queue: z.string(),
  failedAt: Instant,
  attempts: Count,
  /** The message of its last error. */
  reason: z.string(),
});
export type FailedJob = z.infer<typeof FailedJob>;

/** A mail of the last seven days that could not be sent, and waits for a person. */
export const FailedMail = z.object({
  id: Id,
  at: Instant,
  organisation: z.string(),
  /** The domain of the address, and the first letter before it. */
  to: z.string(),
  fault: Fault.nullable(),
  /** False when its link or files are not stored any more, so that it cannot be sent again. */
  complete: z.boolean(),
});
export type FailedMail = z.infer<typeof FailedMail>;

/** A webhook with deliveries of the last seven days that failed for good, and wait for a person. */
export const FailedWebhook = z.object({
  id: Id,
  name: z.string(),
  organisation: z.string(),
  /** Scheme and host of its address. */
  url: z.string(),
  failures: Count,
  lastAt: Instant,
  /** Of the last one. */
  fault: Fault.nullable(),
  /** Whether deliveries can be sent again. */
  enabled: z.boolean(),
});
export type FailedWebhook = z.infer<typeof FailedWebhook>;

/** What a person can start besides the schedule: a full backup, or a drill that restores the newest one for trial. */
export const BACKUP_RUNS = ['backup', 'drill'] as const;

/** Backups of the server and the drills of them. */
export const BackupsStatus = z.object({
  /** The folder or bucket, without credentials; null when BACKUP_URL is not set. */
  target: z.string().nullable(),
  encrypted: z.boolean(),
  newest: z.object({ finishedAt: Instant, bytes: z.number().min(0), target: z.string() }).nullable(),
  /** The last attempt, if it failed. */
  failure: z.object({ at: Instant, reason: z.string() }).nullable(),
  /** The log of changes beside the backups: every moment until `at` can be restored; null when none is kept. */
  log: z.object({ at: Instant.nullable(), fault: z.string().nullable() }).nullable(),
  /** The last drill; `fault` is null if the backup was good. */
  drill: z.object({ at: Instant, fault: z.string().nullable(), restoredTo: Instant.nullable() }).nullable(),
  lastGoodDrillAt: Instant.nullable(),
  /** By the schedules; null for none. */
  nextAt: Instant.nullable(),
  nextDrillAt: Instant.nullable(),
  /** Backup or drill that runs or waits to start; `percent` is null while it is unknown. */
  running: z
    .object({
      kind: z.enum(BACKUP_RUNS),
      startedAt: Instant.nullable(),
      percent: z.number().int().min(0).max(100).nullable(),
    })
    .nullable(),
});
export type BackupsStatus = z.infer<typeof BackupsStatus>;

/** How well the server works, for the person who operates it. */
export const ServerStatus = z.object({
  version: z.string(),
  node: z.string(),
  processes: z.array(
    z.object({
      /** Such as `4711 on fleet-1`. */
      name: z.string(),
      roles: z.array(z.string()),
      startedAt: Instant,
      /** Null for one that does not answer. */
      version: z.string().nullable(),
      memoryBytes: z.number().min(0).nullable(),
      /** False for a process that is connected to the database and does not answer the others in time. */
      isAnswering: z.boolean(),
      /** The partitions whose devices it stores; null where no devices are shared, and for a process without `ingest`. */
      partitions: Count.nullable(),
    }),
  ),
  /** Where processes share the devices: the partitions in all, those without a process, and what happened lately. */
  owners: z
    .object({
      partitions: Count,
      free: Count,
      events: z.array(z.object({ at: Instant, process: z.string(), kind: z.enum(OWNER_EVENTS), partitions: Count })),
    })
    .nullable(),
  disk: z
    .object({
      state: z.enum(['ready', 'nearly full', 'full']),
      freeBytes: z.number().min(0),
      sizeBytes: z.number().min(0),
      /** Hours until it is full at the recent rate; null if unknown, or if it does not fill. */
      hoursLeft: z.number().min(0).nullable(),
    })
    .nullable(),
  database: z.object({
    /** Whether Milepost runs PostgreSQL itself, or uses that of DATABASE_URL. */
    kind: z.enum(['embedded', 'external']),
    version: z.string(),
    sizeBytes: z.number().min(0),
    /** The bytes of tables with their indexes, largest first. */
    parts: z.array(z.object({ kind: z.enum(STORED_KINDS), bytes: z.number().min(0) })),
    /** The bytes of pictures, clips and documents, outside of the database. */
    filesBytes: z.number().min(0),
    files: Count,
    /** The standby from which reports are read, and how far it is behind: null if it cannot be read; without one, null. */
    copy: z.object({ behindS: z.number().min(0).nullable() }).nullable(),
  }),
  ingest: z.object({
    /** New positions a minute, over the last five minutes; null during the first minute. */
    positionsPerMinute: z.number().min(0).nullable(),
    /** Seconds from receipt to commit within which 95 of 100 batches of the last five minutes were stored. */
    commitS: z.number().min(0).nullable(),
    /** Messages that are received and not stored yet. */
    waiting: Count,
    connections: Count,
    /** Unregistered devices that contacted the server recently. */
    unknownDevices: Count,
    /** The oldest day whose positions are stored as single rows; null if there is none. */
    oldestUnpackedDay: z.iso.date().nullable(),
  }),
  backups: BackupsStatus,
  /** Vehicles whose facts are of the present version, and all. */
  recomputation: z.object({ done: Count, total: Count }),
  queues: z.array(z.object({ name: z.string(), waiting: Count, active: Count, failed: Count })),
  failedJobs: z.array(FailedJob),
  failedJobsTotal: Count,
  failedMails: z.array(FailedMail),
  failedMailsTotal: Count,
  failedWebhooks: z.array(FailedWebhook),
  failedWebhooksTotal: Count,
  mail: z.object({
    configured: z.boolean(),
    waiting: Count,
    /** Mails of the last seven days that could not be sent, and that nobody discarded. */
    failed: Count,
  }),
  /** The certificate that browsers get at PUBLIC_URL; null without an https address. */
  certificate: z
    .object({
      host: z.string(),
      validTo: Instant.nullable(),
      /** Why it could not be read; null if it could. */
      fault: z.string().nullable(),
    })
    .nullable(),
  clock: z.object({
    /** By how much the clock of the database is ahead of this process, seconds. */
    databaseAheadS: z.number(),
    /** The newest jump of this machine's clock in the last 24 hours. */
    jump: z.object({ byS: z.number(), at: Instant }).nullable(),
  }),
  /** The operations of the last hour that took longest. */
  slowOperations: z.array(
    z.object({ operation: z.string(), calls: Count, meanMs: z.number().min(0), maxMs: z.number().min(0) }),
  ),
});
export type ServerStatus = z.infer<typeof ServerStatus>;
