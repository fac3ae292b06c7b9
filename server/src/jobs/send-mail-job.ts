import { z } from 'zod';
import { listLeftMails } from '../store/mail/mails.ts';
import { defineJob } from './define-job.ts';
import type { JobQueue } from './job-queue.ts';

/** Sends a mail; after 12 retries, about two hours in all, it stays in the outbox as failed. */
export const sendMailJob = defineJob({
  name: 'send-mail',
  input: z.object({ id: z.int() }),
  retry: { times: 12, afterS: 30, mostS: 900 },
  run: async ({ mailer }, { id }, { last }) => mailer?.send(id, last),
});

/** Queues a mail, once however often it is announced. */
export async function queueMail(queue: JobQueue, id: number, priority: number): Promise<void> {
  await queue.add(sendMailJob, { id }, { key: String(id), priority });
}

/** Finds mails whose announcement was lost. */
export const sweepMailsJob = defineJob({
  name: 'sweep-mails',
  input: z.null(),
  schedule: { cron: '*/5 * * * *', timeZone: 'UTC' },
  run: async ({ database, mailer, queue }) => {
    if (!mailer) return;
    for (const id of await listLeftMails(database)) await queueMail(queue, id, -1);
  },
});
