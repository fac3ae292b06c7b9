import { loadPlaces } from '../places/load-places.ts';
import { type Prepare, takeDueAlarms } from '../store/alarm-delivery/take-due-alarms.ts';
import { type PushServices, sendDuePushes } from './send-push.ts';
import { notifyCommands } from './notify-commands.ts';
import { notifyPeople, type PeopleNotifierServices } from './notify-people.ts';
import { webhookBody } from './webhook-body.ts';
import { createWebhookQueues, type WebhookQueueServices } from './webhook-queues.ts';

export type DeliveryServices = PeopleNotifierServices & PushServices & WebhookQueueServices;

export interface AlarmDelivery {
  /** Waits for the deliveries in progress. */
  stop(): Promise<void>;
}

/** Polled, since no event announces the end of a pause or an alarm raised by another process. */
const EVERY_MS = 3000;
/** Alarms raised within this time are handled together. */
const GATHER_MS = 150;

/**
 * Delivers raised alarms to people and webhooks. Every delivery is in the database before it is sent, so a crash loses
 * nothing; a push or webhook in progress at that moment is sent again under the same id. Also notifies people of the
 * results of their commands.
 */
export function startAlarmDelivery(services: DeliveryServices): AlarmDelivery {
  const { database, bus, logger, places } = services;
  // Webhooks are read by programs, so they have one language.
  const placeAt = places.for({ language: 'en', units: 'metric' }, 'report');
  const stopping = new AbortController();
  const queues = createWebhookQueues(services);
  const write = (...[story, key, late]: Parameters<Parameters<typeof takeDueAlarms>[1]>) =>
    webhookBody(story, key, late, placeAt);
  const prepare: Prepare = (db, stories) =>
    loadPlaces(
      db,
      placeAt,
      stories.flatMap(({ place }) => (place ? [place] : [])),
    );
  let timer: NodeJS.Timeout | null = null;
  let round: Promise<void> = Promise.resolve();
  let pushes: Promise<void> | null = null;

  const work = async () => {
    for (let more = true; more && !stopping.signal.aborted;) {
      const { taken, deviceIds } = await takeDueAlarms(database, write, prepare);
      if (deviceIds.length > 0) bus.publish('command-made', { deviceIds });
      more = taken > 0;
    }
    if (stopping.signal.aborted) return;
    await notifyPeople(services);
    await notifyCommands(services);
    await queues.run();
    // Not awaited, because a push service that hangs must not delay notifications in the application.
    pushes ??= sendDuePushes(services, stopping.signal)
      .catch(failed)
      .finally(() => (pushes = null));
  };
  const failed = (error: unknown) => logger.error({ error }, 'Alarm notifications could not be sent; retrying');
  const schedule = (afterMs: number) => {
    if (stopping.signal.aborted) return;
    if (timer) clearTimeout(timer);
    timer = setTimeout(() => {
      timer = null;
      round = round
        .then(work)
        .catch(failed)
        .finally(() => {
          if (timer === null) schedule(EVERY_MS);
        });
    }, afterMs);
  };
  let soon = false;
  const gather = () => {
    if (soon) return;
    soon = true;
    setTimeout(() => {
      soon = false;
      schedule(0);
    }, GATHER_MS);
  };
  const unsubscribe = [bus.subscribe('alarms-changed', gather), bus.subscribe('command-ended', gather)];
  schedule(GATHER_MS);
  return {
    stop: async () => {
      stopping.abort();
      for (const end of unsubscribe) end();
      if (timer) clearTimeout(timer);
      await round;
      await Promise.all([queues.stop(), pushes]);
    },
  };
}
