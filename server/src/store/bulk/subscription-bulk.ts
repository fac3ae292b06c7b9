import type { SubscriptionBulkField } from '@milepost/contract/bulk-kinds';
import { subscriptionOperations } from '@milepost/contract/subscription-operations';
import type { Actor } from '../audit/audit.ts';
import type { Queryable } from '../database.ts';
import type { Viewer } from '../files/records.ts';
import { lockSeenSubscription, saveSubscriptionIn } from '../subscriptions/change-subscriptions.ts';
import { getSubscription, listCovered } from '../subscriptions/subscriptions.ts';
import type { BulkKind, Patch } from './bulk-kind.ts';
import { shownOf, typedOf } from './bulk-values.ts';
import { readInput } from './read-input.ts';

/** Bulk changes of subscriptions; those of other sellers are refused individually. */
export const subscriptionBulk: BulkKind<SubscriptionBulkField, number> = {
  kind: 'subscription',

  async read(db, { scope }, id) {
    await lockSeenSubscription(db, scope, id, false);
    const subscription = await getSubscription(db, scope, id);
    const { organisationName, planName, version } = subscription;
    return { name: `${organisationName} · ${planName}`, version, values: { ...subscription } };
  },

  patchOf: (_values, field, value) => ({ [field]: typedOf(value) }),
  show: (values, field) => shownOf(values[field]),
  write: save,
  restore: save,
};

/** Saves a subscription like its form, with the patch applied; returns the owner of the covered vehicles. */
async function save(db: Queryable, { scope }: Viewer, actor: Actor, id: number, patch: Patch): Promise<number> {
  const { version: _version, ...subscription } = await getSubscription(db, scope, id);
  const covered = await listCovered(db, scope, id);
  const vehicleIds = covered.map((vehicle) => vehicle.id);
  const input = readInput(subscriptionOperations['save-subscription'].input, { ...subscription, vehicleIds, ...patch });
  await saveSubscriptionIn(db, scope, actor, input);
  return subscription.organisationId;
}
