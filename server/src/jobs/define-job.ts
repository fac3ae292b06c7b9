import type { Logger } from 'pino';
import type { z } from 'zod';
import type { Bus } from '../bus/bus.ts';
import type { FileStore } from '../files/file-store.ts';
import type { Mailer } from '../mail/send-mail.ts';
import type { Places } from '../places/places.ts';
import type { Database } from '../store/database.ts';
import type { JobQueue } from './job-queue.ts';

/** What every job is given. */
export interface JobContext {
  database: Database;
  bus: Bus;
  logger: Logger;
  queue: JobQueue;
  /** Null without a mail server: mails stay in the outbox. */
  mailer: Mailer | null;
  /** For links in mails; null where it is not known. */
  publicUrl: string | null;
  files: FileStore;
  places: Places;
}

/** Why an attempt is to break off: the end of the server is no fault of the job, which goes on after the next start. */
export class ServerStops extends Error {}
/** Why an attempt is to break off: nine tenths of `withinS` are over, and would be again. */
export class TakesTooLong extends Error {}

export interface JobAttempt {
  /** It is not tried again after this, unless the server stops. */
  last: boolean;
  /** Aborted with `ServerStops` or `TakesTooLong`, or without one of them where the queue gave the job to another: break off. */
  signal: AbortSignal;
}

interface JobDefinition<Input> {
  /** Name of its queue: it stays, since jobs wait under it. */
  name: string;
  /** What a job is told; `z.null()` where nothing. Waiting jobs outlive an update, so old inputs must still parse. */
  input: z.ZodType<Input>;
  /** When it runs by itself, with null as its input; a run missed while the machine was off is made up for, once. */
  schedule?: { cron: string; timeZone: string };
  /** The first pause doubles each time, up to `mostS`. Default: twice, a minute apart at first. */
  retry?: { times: number; afterS: number; mostS: number };
  /** Taken as failed after this; default 15 minutes. */
  withinS?: number;
  /** How many run at a time in each process, of one group only one in all. Default: one, whatever its group. */
  atOnce?: number;
  run: (context: JobContext, input: Input, attempt: JobAttempt) => Promise<void>;
}

export interface Job<Input = unknown> {
  name: string;
  input: z.ZodType<Input>;
  schedule: { cron: string; timeZone: string } | null;
  retry: { times: number; afterS: number; mostS: number };
  withinS: number;
  atOnce: number;
  /** Runs it with what was kept in the queue. @throws ZodError where that is not its input */
  work(context: JobContext, payload: unknown, attempt: JobAttempt): Promise<void>;
}

/** Work that is done apart from any call, once however many processes run; add it to `ALL_JOBS`. */
export function defineJob<Input>(definition: JobDefinition<Input>): Job<Input> {
  const { name, input, schedule = null, run } = definition;
  return {
    name,
    input,
    schedule,
    retry: definition.retry ?? { times: 2, afterS: 60, mostS: 900 },
    withinS: definition.withinS ?? 900,
    atOnce: definition.atOnce ?? 1,
    work: async (context, payload, attempt) => run(context, await input.parseAsync(payload), attempt),
  };
}
