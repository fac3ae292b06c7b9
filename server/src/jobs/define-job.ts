import type { Logger } from 'pino';
import type { z } from 'zod';
import type { Bus } from '../bus/bus.ts';
import type { FileStore } from '../files/file-store.ts';
import type { Mailer } from '../mail/send-mail.ts';
import type { Places } from '../places/places.ts';
import type { Database } from '../store/database.ts';
import type { JobQueue } from './job-queue.ts';

/** The context of every job. */
export interface JobContext {
  database: Database;
  bus: Bus;
  logger: Logger;
  queue: JobQueue;
  /** Null without a mail server: mails stay in the outbox. */
  mailer: Mailer | null;
  /** For links in mails; null when it is not configured. */
  publicUrl: string | null;
  files: FileStore;
  places: Places;
  /** Positions of days that ended this many days ago are packed; 3 when omitted. */
  packAfterDays?: number;
}

/**
 * The reason to abort an attempt when the server stops, which is no failure of the job: it continues after the next
 * start.
 */
export class ServerStops extends Error {}
/** The reason to abort an attempt when nine tenths of `withinS` have passed; a retry would take as long. */
export class TakesTooLong extends Error {}

export interface JobAttempt {
  /** True when it is not retried afterwards, unless the server stops. */
  last: boolean;
  /** Aborted with `ServerStops` or `TakesTooLong`, or without either when the queue gave the job to another worker. */
  signal: AbortSignal;
}

interface JobDefinition<Input> {
  /** The name of its queue, which must not change, because jobs wait under it. */
  name: string;
  /** The input; `z.null()` for none. Waiting jobs outlive an update, so old inputs must still parse. */
  input: z.ZodType<Input>;
  /** The schedule, with null as input; an execution missed while the machine was off is made up for, once. */
  schedule?: { cron: string; timeZone: string };
  /** The delay doubles with each retry, up to `mostS`. Default: two retries, beginning with a minute. */
  retry?: { times: number; afterS: number; mostS: number };
  /** Counts as failed after this; default 15 minutes. */
  withinS?: number;
  /**
   * The number running in parallel in each process; of one group only one in total. Default: one, whatever its group.
   */
  atOnce?: number;
  /** People start it besides its schedule and wait for it: its queue is polled as often as those without a schedule. */
  isAwaited?: boolean;
  run: (context: JobContext, input: Input, attempt: JobAttempt) => Promise<void>;
}

export interface Job<Input = unknown> {
  name: string;
  input: z.ZodType<Input>;
  schedule: { cron: string; timeZone: string } | null;
  retry: { times: number; afterS: number; mostS: number };
  withinS: number;
  atOnce: number;
  isAwaited: boolean;
  /** Runs it with its payload from the queue. @throws ZodError when that is not its input */
  work(context: JobContext, payload: unknown, attempt: JobAttempt): Promise<void>;
}

/** Work that is done outside of calls, once however many processes run; add it to `ALL_JOBS`. */
export function defineJob<Input>(definition: JobDefinition<Input>): Job<Input> {
  const { name, input, schedule = null, run } = definition;
  return {
    name,
    input,
    schedule,
    retry: definition.retry ?? { times: 2, afterS: 60, mostS: 900 },
    withinS: definition.withinS ?? 900,
    atOnce: definition.atOnce ?? 1,
    isAwaited: definition.isAwaited ?? schedule === null,
    work: async (context, payload, attempt) => run(context, await input.parseAsync(payload), attempt),
  };
}
