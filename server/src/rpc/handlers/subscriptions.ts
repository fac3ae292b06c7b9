import type { Queryable } from '../../store/database.ts';
import { savePlan, setPlanDeleted } from '../../store/subscriptions/change-plans.ts';
import { listBelow, saveSubscription, setSubscriptionDeleted } from '../../store/subscriptions/change-subscriptions.ts';
import { getPaymentData } from '../../store/subscriptions/payment-data.ts';
import { getPlan, listPlans } from '../../store/subscriptions/plans.ts';
import { listSubscriptionChoices } from '../../store/subscriptions/subscription-choices.ts';
import { getSubscription, listCovered, listSubscriptions } from '../../store/subscriptions/subscriptions.ts';
import { fleetChanged, type Handlers, type OpenContext } from '../handler.ts';

/** Announces that vehicles of an organisation, or of those below it, may have expired or be active again. */
export async function expiryChanged(context: OpenContext, organisationId: number): Promise<void> {
  const db: Queryable = context.services.database;
  for (const id of await listBelow(db, organisationId)) fleetChanged(context, id);
}

export const subscriptionHandlers = {
  'get-plan-list': (input, { services, caller }) => listPlans(services.database, caller.scope, input),
  'get-plan-by-id': async ({ id }, { services, caller }) => ({
    plan: await getPlan(services.database, caller.scope, id),
  }),
  'save-plan': async (input, { services, caller, actor }) => {
    const id = await savePlan(services.database, caller.scope, actor, input);
    return { plan: await getPlan(services.database, caller.scope, id) };
  },
  'delete-plan': async ({ id }, { services, caller, actor }) => {
    await setPlanDeleted(services.database, caller.scope, actor, id, true);
    return {};
  },
  'restore-plan': async ({ id }, { services, caller, actor }) => {
    await setPlanDeleted(services.database, caller.scope, actor, id, false);
    return { plan: await getPlan(services.database, caller.scope, id) };
  },

  'get-subscription-list': (input, { services, caller }) => listSubscriptions(services.database, caller.scope, input),
  'get-subscription-by-id': async ({ id }, { services, caller }) => ({
    subscription: await getSubscription(services.database, caller.scope, id),
    named: await listCovered(services.database, caller.scope, id),
  }),
  'save-subscription': async (input, context) => {
    const { services, caller, actor } = context;
    const id = await saveSubscription(services.database, caller.scope, actor, input);
    const subscription = await getSubscription(services.database, caller.scope, id);
    await expiryChanged(context, subscription.organisationId);
    return { subscription };
  },
  'delete-subscription': async ({ id }, context) => {
    const { services, caller, actor } = context;
    await expiryChanged(context, await setSubscriptionDeleted(services.database, caller.scope, actor, id, true));
    return {};
  },
  'restore-subscription': async ({ id }, context) => {
    const { services, caller, actor } = context;
    await expiryChanged(context, await setSubscriptionDeleted(services.database, caller.scope, actor, id, false));
    return { subscription: await getSubscription(services.database, caller.scope, id) };
  },
  'get-subscription-choices': (input, { services, caller }) =>
    listSubscriptionChoices(services.database, caller.scope, input),
  'get-payment-data': (_input, { services, caller }) => getPaymentData(services.database, caller.scope),
} satisfies Partial<Handlers>;
