import { randomUUID } from 'node:crypto';
import { may } from '../../auth/caller.ts';
import type { Caller } from '../../store/people/callers.ts';
import { charge } from '../../auth/throttle.ts';
import { AppError } from '../../errors.ts';
import { refusedUrl } from '../../notify/outbound.ts';
import { sendWebhook } from '../../notify/send-webhook.ts';
import { testBody } from '../../notify/webhook-body.ts';
import { newWebhookSecret, sealWebhookSecret } from '../../notify/webhook-secret.ts';
import {
  deleteWebhook,
  renewSecret,
  resendDelivery,
  restoreWebhook,
  saveWebhook,
} from '../../store/webhooks/change-webhooks.ts';
import { insertTestDelivery, markDelivered, markFailed } from '../../store/webhooks/deliveries.ts';
import { getDelivery, getWebhook, listDeliveries, listWebhooks } from '../../store/webhooks/list-webhooks.ts';
import type { CallContext, Handlers } from '../handler.ts';
import { refused } from '../input.ts';

/** Tests in a row before a person has to wait. */
const FREE_TESTS = 20;
/** Webhooks with a test in progress: one at a time. */
const testing = new Set<number>();

/** Only people who may edit webhooks see the whole URL. */
const shownUrl = (caller: Caller) => (may(caller, 'webhooks', 'edit') ? 'whole' : 'host');

export const webhookHandlers = {
  'get-webhook-list': (input, { services, caller }) =>
    listWebhooks(services.database, caller.scope, input, shownUrl(caller)),

  'get-webhook-by-id': async ({ id }, { services, caller }) => ({
    webhook: await getWebhook(services.database, caller.scope, id, shownUrl(caller)),
  }),

  'save-webhook': async (input, { services, caller, actor }) => {
    const refusal = refusedUrl(input.url, services.config);
    if (refusal !== null) throw refused({ url: refusal });
    const secret = input.id === undefined ? newWebhookSecret() : null;
    const id = await saveWebhook(services.database, caller.scope, actor, input, (made) =>
      sealWebhookSecret(services.secrets, made, secret ?? newWebhookSecret()),
    );
    return { webhook: await getWebhook(services.database, caller.scope, id, shownUrl(caller)), secret };
  },

  'renew-webhook-secret': async ({ id }, { services, caller, actor }) => {
    const secret = newWebhookSecret();
    const seal = () => sealWebhookSecret(services.secrets, id, secret);
    await renewSecret(services.database, caller.scope, actor, id, seal);
    return { secret };
  },

  'delete-webhook': async ({ id }, { services, caller, actor }) => {
    await deleteWebhook(services.database, caller.scope, actor, id);
    return {};
  },

  'restore-webhook': async ({ id }, { services, caller, actor }) => {
    await restoreWebhook(services.database, caller.scope, actor, id);
    return { webhook: await getWebhook(services.database, caller.scope, id, shownUrl(caller)) };
  },

  'test-webhook': async ({ id }, context) => {
    await getWebhook(context.services.database, context.caller.scope, id, 'host');
    // The caller chooses the address, so tests are limited to prevent flooding it from here.
    await charge(context.services.database, `webhook-test:${context.caller.userId}`, FREE_TESTS);
    if (testing.has(id)) throw new AppError('conflict', 'test-under-way');
    testing.add(id);
    try {
      return { delivery: await test(context, id) };
    } finally {
      testing.delete(id);
    }
  },

  'get-webhook-deliveries': ({ id }, { services, caller }) => listDeliveries(services.database, caller.scope, id),

  'resend-webhook-delivery': async ({ id }, { services, caller, actor }) => {
    await resendDelivery(services.database, caller.scope, actor, id);
    return { delivery: await getDelivery(services.database, caller.scope, id) };
  },
} satisfies Pick<
  Handlers,
  | 'get-webhook-list'
  | 'get-webhook-by-id'
  | 'save-webhook'
  | 'renew-webhook-secret'
  | 'delete-webhook'
  | 'restore-webhook'
  | 'test-webhook'
  | 'get-webhook-deliveries'
  | 'resend-webhook-delivery'
>;

/** Sends a made-up event immediately, without retries, and stores the outcome. */
async function test({ services, caller }: CallContext, id: number) {
  const { database, secrets, config } = services;
  const webhook = await getWebhook(database, caller.scope, id, 'host');
  const key = randomUUID();
  const organisation = { id: webhook.organisationId, name: webhook.organisationName };
  const body = testBody(key, organisation);
  const delivery = await insertTestDelivery(database, id, { key, about: `Test by ${caller.displayName}`, body });
  const outcome = await sendWebhook({ secrets, policy: config }, delivery);
  if (outcome.fault === null) await markDelivered(database, delivery, outcome);
  else await markFailed(database, delivery, outcome, null);
  return getDelivery(database, caller.scope, delivery.id);
}
