import { textFor } from '../texts/text.ts';
import { englishOf } from '@milepost/contract/fault';
import type { Database } from '../store/database.ts';
import {
  claimDelivery,
  type Delivery,
  disableFailing,
  listDueWebhooks,
  listWebhookKeepers,
  markDelivered,
  markFailed,
  type Outcome,
} from '../store/webhooks/deliveries.ts';
import { notify, type NotifyServices } from './notify.ts';
import { sendWebhook, type WebhookSender } from './send-webhook.ts';

export interface WebhookQueueServices extends NotifyServices, WebhookSender {
  database: Database;
  /** The pause of a webhook after a failed delivery; 30 s by default. */
  pauseMs?: number;
}

/** Seconds before each further attempt; after the last, some eight hours in all, the delivery has failed. */
export const RETRY_S = [30, 120, 300, 900, 1800, 3600, 7200, 14_400];
/** A webhook is turned off when both apply: this long without a success, and this many attempts of one delivery. */
const OFF_AFTER_HOURS = 24;
const OFF_AFTER_ATTEMPTS = 4;
/** After a failure the next delivery would probably fail too, and occupy a queue that others need. */
const PAUSE_MS = 30_000;
/** The maximum of webhooks served in parallel. */
const MAX_QUEUES = 100;

export interface WebhookQueues {
  /**
   * Sends the due deliveries. Each webhook gets its deliveries one by one, so that one that hangs delays only itself.
   */
  run(): Promise<void>;
  /** Resolves when the deliveries in progress have ended. */
  settled(): Promise<void>;
  /** Aborts the deliveries in progress; they are sent again later. */
  stop(): Promise<void>;
}

export function createWebhookQueues(services: WebhookQueueServices): WebhookQueues {
  const queues = new Map<number, Promise<unknown>>();
  const pausedUntil = new Map<number, number>();
  const stopping = new AbortController();
  const settled = async () => void (await Promise.all(queues.values()));
  return {
    settled,
    run: async () => {
      for (const id of await listDueWebhooks(services.database)) {
        if (stopping.signal.aborted || queues.size >= MAX_QUEUES) return;
        if (queues.has(id) || (pausedUntil.get(id) ?? 0) > performance.now()) continue;
        pausedUntil.delete(id);
        const draining = drainQueue(services, id, stopping.signal)
          .then((drained) => {
            if (!drained) pausedUntil.set(id, performance.now() + (services.pauseMs ?? PAUSE_MS));
            return drained;
          })
          .catch((error: unknown) =>
            services.logger.error({ error, webhook: id }, 'Deliveries of a webhook could not be processed'),
          )
          .finally(() => queues.delete(id));
        queues.set(id, draining);
      }
    },
    stop: async () => {
      stopping.abort();
      await settled();
    },
  };
}

/** Sends the due deliveries of one webhook until one fails; true when none is left. */
async function drainQueue(services: WebhookQueueServices, webhookId: number, signal: AbortSignal): Promise<boolean> {
  while (!signal.aborted) {
    const delivery = await claimDelivery(services.database, webhookId);
    if (!delivery) return true;
    const outcome = await sendWebhook(services, delivery, signal);
    if (signal.aborted && outcome.fault !== null) return false;
    await conclude(services, delivery, outcome);
    if (outcome.fault !== null) return false;
  }
  return false;
}

/** Stores the outcome of an attempt, and turns off a webhook that has failed for too long. */
async function conclude(services: WebhookQueueServices, delivery: Delivery, outcome: Outcome): Promise<void> {
  const { database, logger } = services;
  if (outcome.fault === null) return markDelivered(database, delivery, outcome);
  const retryS = RETRY_S[delivery.attempts - 1] ?? null;
  const { webhookId, attempts } = delivery;
  const { fault } = outcome;
  logger.info(
    { webhook: webhookId, attempts, reason: englishOf(fault), detail: fault.detail },
    'A webhook delivery failed',
  );
  await markFailed(database, delivery, outcome, retryS);
  if (attempts < OFF_AFTER_ATTEMPTS) return;
  const off = await disableFailing(database, webhookId, OFF_AFTER_HOURS, outcome.fault);
  if (!off) return;
  for (const userId of await listWebhookKeepers(database, off.organisationId)) {
    await notify(services, {
      userId,
      kind: 'system',
      title: textFor('webhook-off', { name: off.name }),
      text: textFor('webhook-off-text', { count: OFF_AFTER_HOURS }),
      path: `settings/webhooks?open=${off.id}`,
    });
  }
}
