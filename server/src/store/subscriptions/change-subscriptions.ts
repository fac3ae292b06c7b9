import { AppError, fieldError } from '../../errors.ts';
import { type Actor, audited, saving } from '../audit/audit.ts';
import { setDeleted } from '../audit/set-deleted.ts';
import { type Database, inTransaction, type Queryable } from '../database.ts';
import { onlyRow } from '../rows.ts';
import { organisationOf, type Scope } from '../scope.ts';
import { checkVersion } from '../versions.ts';
import { noRecord } from './plans.ts';
import { coverableSql } from './subscription-rows.ts';

export interface SubscriptionFields {
  organisationId: number;
  planId: number;
  price?: number | undefined;
  allVehicles: boolean;
  vehicleIds: readonly number[];
  vehicleLimit: number | null;
  fromDay: string;
  untilDay: string | null;
  note: string | null;
}

interface SubscriptionInput extends SubscriptionFields {
  id?: number | undefined;
  version?: number | undefined;
}

/**
 * Adds a subscription for an organisation of the scope, or changes one that an organisation of the scope sells;
 * customer and plan cannot change.
 * @throws AppError `not-found`, `denied` for people who do not sell it, `invalid` at a field, `conflict`
 * @returns its id
 */
export const saveSubscription = (
  database: Database,
  scope: Scope,
  actor: Actor,
  input: SubscriptionInput,
): Promise<number> => inTransaction(database, (db) => saveSubscriptionIn(db, scope, actor, input));

/** The same in the caller's transaction. */
export async function saveSubscriptionIn(
  db: Queryable,
  scope: Scope,
  actor: Actor,
  input: SubscriptionInput,
): Promise<number> {
  const { id } = input;
  if (id === undefined) {
    await checkCustomer(db, scope, input);
    await checkVehicles(db, input.organisationId, input);
    return audited(db, actor, saving('subscription', id), () => insertSubscription(db, input));
  }
  const before = await lockSubscription(db, scope, id, false);
  await checkVersion(db, 'subscription', id, input.version);
  await checkVehicles(db, before.organisationId, input);
  return audited(db, actor, saving('subscription', id), async () => {
    await db.query(
      `UPDATE subscriptions SET price = coalesce($2, price), all_vehicles = $3, vehicle_ids = $4, vehicle_limit = $5,
         from_day = $6, until_set_at = CASE WHEN until_day IS DISTINCT FROM $7::date THEN now() ELSE until_set_at END,
         until_day = $7, note = $8, version = version + 1, updated_at = now() WHERE id = $1`,
      [id, input.price ?? null, ...fieldValues(input)],
    );
    return id;
  });
}

/** Uses the price of the plan if none is given. */
export async function insertSubscription(db: Queryable, input: SubscriptionFields): Promise<number> {
  const made = await db.query<{ id: number }>(
    `INSERT INTO subscriptions (organisation_id, plan_id, seller_id, price, currency, months, all_vehicles, vehicle_ids,
       vehicle_limit, from_day, until_day, note)
     SELECT $1, p.id, p.organisation_id, coalesce($3, p.price), p.currency, p.months, $4, $5, $6, $7, $8, $9
     FROM plans p WHERE p.id = $2 RETURNING id`,
    [input.organisationId, input.planId, input.price ?? null, ...fieldValues(input)],
  );
  return onlyRow(made).id;
}

/** Hides a subscription, or restores a hidden one. @throws AppError as `saveSubscription` */
export function setSubscriptionDeleted(
  database: Database,
  scope: Scope,
  actor: Actor,
  id: number,
  deleted: boolean,
): Promise<number> {
  return inTransaction(database, async (db) => {
    const { organisationId } = await lockSubscription(db, scope, id, !deleted);
    await setDeleted(db, actor, 'subscription', id, deleted);
    return organisationId;
  });
}

/** The organisation and all below it, whose vehicles are affected by its subscription. */
export async function listBelow(db: Queryable, organisationId: number): Promise<number[]> {
  const { rows } = await db.query<{ id: number }>(
    `WITH RECURSIVE below AS (SELECT $1::int AS id UNION ALL
       SELECT down.id FROM organisations down JOIN below ON down.parent_id = below.id) SELECT id FROM below`,
    [organisationId],
  );
  return rows.map(({ id }) => id);
}

/**
 * Locks the row until the transaction ends.
 * @throws AppError `not-found`, `denied` for people who do not sell it
 */
export async function lockSubscription(db: Queryable, scope: Scope, id: number, deleted: boolean) {
  const locked = await lockSeenSubscription(db, scope, id, deleted);
  if (!scope.organisationIds.includes(locked.sellerId)) throw new AppError('denied', 'sellers-only');
  return locked;
}

/** The same, also for its customers. @throws AppError `not-found` */
export async function lockSeenSubscription(db: Queryable, scope: Scope, id: number, deleted: boolean) {
  const { rows } = await db.query<{ organisationId: number; sellerId: number }>(
    `SELECT organisation_id AS "organisationId", seller_id AS "sellerId" FROM subscriptions
     WHERE id = $1 AND organisation_id = ANY($2) AND (deleted_at IS NOT NULL) = $3 FOR UPDATE`,
    [id, scope.organisationIds, deleted],
  );
  if (!rows[0]) throw noRecord();
  return rows[0];
}

/**
 * The seller must be above the customer, so that nobody can extend their own subscription. The organisation at the top
 * is its own seller.
 */
async function checkCustomer(db: Queryable, scope: Scope, input: SubscriptionInput): Promise<void> {
  const organisationId = organisationOf(scope, input.organisationId);
  const plans = await db.query<{ sellerId: number }>(
    `SELECT organisation_id AS "sellerId" FROM plans
     WHERE id = $1 AND organisation_id = ANY($2) AND deleted_at IS NULL FOR KEY SHARE`,
    [input.planId, scope.organisationIds],
  );
  const sellerId = plans.rows[0]?.sellerId;
  if (sellerId === undefined) throw fieldError('invalid', { planId: 'no-record' });
  const { rowCount } = await db.query(
    `WITH RECURSIVE above AS (SELECT id, parent_id, id AS start FROM organisations WHERE id = $1 UNION ALL
       SELECT up.id, up.parent_id, above.start FROM organisations up JOIN above ON up.id = above.parent_id)
     SELECT FROM above WHERE id = $2 AND (id <> start OR parent_id IS NULL)`,
    [organisationId, sellerId],
  );
  if (!rowCount) throw fieldError('invalid', { organisationId: 'customer-below' });
}

async function checkVehicles(db: Queryable, organisationId: number, input: SubscriptionInput): Promise<void> {
  const wanted = new Set(input.vehicleIds);
  if (input.allVehicles || wanted.size === 0) return;
  const { rows } = await db.query<{ known: number }>(
    `SELECT count(*)::int AS known FROM (${coverableSql('$1::int')}) own WHERE own.id = ANY($2)`,
    [organisationId, [...wanted]],
  );
  if (rows[0]?.known !== wanted.size) throw fieldError('invalid', { vehicleIds: 'vehicles-unavailable' });
}

/** A subscription for every vehicle lists none, and one that lists vehicles has no other limit. */
const fieldValues = (input: SubscriptionFields): unknown[] => [
  input.allVehicles,
  input.allVehicles ? [] : [...new Set(input.vehicleIds)],
  input.allVehicles ? input.vehicleLimit : null,
  input.fromDay,
  input.untilDay,
  input.note,
];
