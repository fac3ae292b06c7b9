import type { Subscription } from '@milepost/contract/subscription-operations';
import { addDays, dayOf } from '../../../text/local-day.ts';

export interface SubscriptionRecord {
  subscription: Subscription;
  named: readonly { id: number; name: string }[];
}

export interface SubscriptionValues extends Record<string, unknown> {
  organisationId: number | null;
  planId: number | null;
  price: number | null;
  allVehicles: boolean;
  vehicleIds: number[];
  vehicleLimit: number | null;
  fromDay: string | null;
  untilDay: string | null;
  note: string;
}

export const valuesOf = (record: SubscriptionRecord | undefined): SubscriptionValues => ({
  organisationId: record?.subscription.organisationId ?? null,
  planId: record?.subscription.planId ?? null,
  price: record?.subscription.price ?? null,
  allVehicles: record?.subscription.allVehicles ?? true,
  vehicleIds: record?.named.map(({ id }) => id) ?? [],
  vehicleLimit: record?.subscription.vehicleLimit ?? null,
  fromDay: record?.subscription.fromDay ?? dayOf(Date.now()),
  untilDay: record?.subscription.untilDay ?? null,
  note: record?.subscription.note ?? '',
});

/**
 * The last day after this many more months: the period follows the last day, or begins on the first if there is none
 * yet. If a period ends on the last day of a month, so does the next one.
 */
export function periodAfter(fromDay: string, untilDay: string | null, months: number): string {
  const begin = untilDay === null ? fromDay : addDays(untilDay, 1);
  const [year = 0, month = 1, day = 1] = begin.split('-').map(Number);
  // Day 0 of a month is the last day of the previous one.
  const length = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  const next = new Date(Date.UTC(year, month - 1 + months, Math.min(day, length)));
  return addDays(next.toISOString().slice(0, 10), -1);
}
