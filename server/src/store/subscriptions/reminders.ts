import { RUN_OUT_REMINDER_DAYS } from '@milepost/contract/subscription-kinds';
import type { Queryable } from '../database.ts';
import type { Reminded } from '../reminders.ts';
import { SUBSCRIPTION_TABLES } from './subscription-rows.ts';

/** Subscriptions that expired longer ago, while the server was off, only appear in the lists. */
const LATE_DAYS = 7;

/**
 * Selects the due reminders of customers and marks them as sent. Of several missed reminders only the latest is
 * included, and none for a day before the last day was known. Runs in the caller's transaction: two concurrent calls
 * never return the same subscription.
 * @returns ids of the subscriptions
 */
export async function takeReminders(db: Queryable, customers: readonly number[], now: Date): Promise<number[]> {
  const { rows } = await db.query<{ id: number }>(
    `WITH due AS (
       SELECT s.id, s.until_day, (SELECT min(days) FROM unnest($3::int[]) days WHERE s.until_day - days <= t.today) AS days,
              (s.until_set_at AT TIME ZONE o.time_zone)::date AS known_on
       FROM ${SUBSCRIPTION_TABLES}, LATERAL (SELECT ($2::timestamptz AT TIME ZONE o.time_zone)::date AS today) t
       WHERE s.organisation_id = ANY($1) AND s.deleted_at IS NULL
         AND s.until_day BETWEEN t.today - ${LATE_DAYS} AND t.today + (SELECT max(days) FROM unnest($3::int[]) days)
     )
     INSERT INTO subscription_reminders (subscription_id, until_day, days_before)
     SELECT id, until_day, days FROM due WHERE until_day - days >= known_on
     ON CONFLICT DO NOTHING RETURNING subscription_id AS id`,
    [customers, now, RUN_OUT_REMINDER_DAYS],
  );
  return rows.map(({ id }) => id);
}

export interface RemindedSubscription extends Reminded {
  id: number;
  planName: string;
  organisationName: string;
  daysLeft: number;
}

/**
 * The people to remind of each subscription: unlimited people of the customer and of the seller whose role shows them.
 */
export async function listReminded(db: Queryable, ids: readonly number[], now: Date): Promise<RemindedSubscription[]> {
  const { rows } = await db.query<RemindedSubscription>(
    `SELECT u.id AS "userId", u.notifications AND u.reminder_bell AS bell,
            u.notifications AND u.reminder_mail AND u.email IS NOT NULL AS mail, s.id, p.name AS "planName",
            o.name AS "organisationName", s.until_day - ($2::timestamptz AT TIME ZONE o.time_zone)::date AS "daysLeft"
     FROM ${SUBSCRIPTION_TABLES} JOIN users u ON u.organisation_id IN (s.organisation_id, s.seller_id)
     JOIN roles r ON r.id = u.role_id
     WHERE s.id = ANY($1) AND u.disabled_at IS NULL AND NOT u.limited AND NOT r.limited
       AND u.notifications AND (u.reminder_bell OR u.reminder_mail AND u.email IS NOT NULL)
       AND EXISTS (SELECT FROM role_permissions g JOIN menus m ON m.id = g.menu_id
         WHERE g.role_id = r.id AND m.key = 'subscriptions' AND g.can_view)
     ORDER BY u.id, s.until_day, s.id`,
    [ids, now],
  );
  return rows;
}
