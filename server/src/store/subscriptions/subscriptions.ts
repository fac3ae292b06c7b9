import type { SubscriptionState } from '@milepost/contract/subscription-kinds';
import type { Subscription } from '@milepost/contract/subscription-operations';
import type { Queryable } from '../database.ts';
import { type Page, type PageRequest, pageSql } from '../page.ts';
import type { Scope } from '../scope.ts';
import { andFound } from '../search/search-records.ts';
import { noRecord } from './plans.ts';
import { coverableSql, SUBSCRIPTION_STATE, SUBSCRIPTION_TABLES, subscriptionColumns } from './subscription-rows.ts';

/** Subscriptions of customers in the scope: the seller can be above it. */
const IS_SEEN = 's.organisation_id = ANY($1) AND s.deleted_at IS NULL';

const SORTS = {
  untilDay: 's.until_day',
  organisation: 'lower(o.name)',
  plan: 'lower(p.name)',
  fromDay: 's.from_day',
  price: 's.price',
};

/** A page of subscriptions. Every word of the search can match customer, plan or note. */
export async function listSubscriptions(
  db: Queryable,
  scope: Scope,
  request: PageRequest & { state?: SubscriptionState | undefined },
): Promise<Page<Subscription>> {
  const values: unknown[] = [scope.organisationIds, request.state ?? null];
  const where = `${IS_SEEN} AND ($2::text IS NULL OR ${SUBSCRIPTION_STATE} = $2)${andFound(request.search, 's.words', values)}`;
  const [page, count] = await Promise.all([
    db.query<Subscription>(
      // The vehicles of each are only counted for the page.
      `WITH page AS (SELECT s.id, row_number() OVER () AS place FROM (
         SELECT s.id FROM ${SUBSCRIPTION_TABLES} WHERE ${where} ${pageSql(request, SORTS, 's.id')}) s)
       SELECT ${subscriptionColumns(scope)} FROM page JOIN ${SUBSCRIPTION_TABLES} ON s.id = page.id ORDER BY page.place`,
      values,
    ),
    db.query<{ total: number }>(`SELECT count(*)::int AS total FROM ${SUBSCRIPTION_TABLES} WHERE ${where}`, values),
  ]);
  return { rows: page.rows, total: count.rows[0]?.total ?? 0 };
}

/** @throws AppError `not-found` outside the scope or deleted */
export async function getSubscription(db: Queryable, scope: Scope, id: number): Promise<Subscription> {
  const { rows } = await db.query<Subscription>(
    `SELECT ${subscriptionColumns(scope)} FROM ${SUBSCRIPTION_TABLES} WHERE ${IS_SEEN} AND s.id = $2`,
    [scope.organisationIds, id],
  );
  if (!rows[0]) throw noRecord();
  return rows[0];
}

/** The vehicles that a subscription lists; at most `MAX_COVERED_VEHICLES` of the contract. */
export async function listCovered(db: Queryable, scope: Scope, id: number): Promise<{ id: number; name: string }[]> {
  const { rows } = await db.query<{ id: number; name: string }>(
    `SELECT own.id, own.registration AS name
     FROM subscriptions s, LATERAL (${coverableSql('s.organisation_id')}) own
     WHERE ${IS_SEEN} AND s.id = $2 AND own.id = ANY(s.vehicle_ids) ORDER BY lower(own.registration), own.id`,
    [scope.organisationIds, id],
  );
  return rows;
}
