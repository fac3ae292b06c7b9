import type { PgBoss } from 'pg-boss';
import type { Bus } from '../bus/bus.ts';
import type { Mailer } from '../mail/send-mail.ts';

const SEND_MAIL = 'send-mail';
/** 30 s, 1 min, 2 min … up to 15 min apart: some two hours in all. */
const RETRIES = { retryLimit: 12, retryDelay: 30, retryBackoff: true, retryDelayMax: 900 } as const;

/**
 * Sends mails as jobs, so that they are tried again and survive a restart. Returns how to queue one, which does nothing
 * when it is queued already.
 */
export async function startMailQueue(
  boss: PgBoss,
  bus: Bus,
  mailer: Mailer,
): Promise<{ queue: (id: number) => Promise<void>; stop: () => void }> {
  await boss.createQueue(SEND_MAIL, { policy: 'exclusive', ...RETRIES });
  await boss.work<{ id: number }>(SEND_MAIL, { pollingIntervalSeconds: 2, includeMetadata: true }, async (jobs) => {
    for (const job of jobs) {
      const last = job.retryCount >= RETRIES.retryLimit;
      await mailer.send(job.data.id, last);
    }
  });
  const queue = async (id: number) => {
    await boss.send(SEND_MAIL, { id }, { singletonKey: String(id) });
  };
  const stop = bus.subscribe('mail-waiting', ({ id }) => {
    // A lost one is found by the sweep.
    queue(id).catch(() => {});
  });
  return { queue, stop };
}
