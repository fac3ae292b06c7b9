import type { Queryable } from '../database.ts';

/** Deletes the delivery log of alarms after 30 days, and unsent push messages after two. */
export async function forgetDeliveries(db: Queryable): Promise<void> {
  await db.query("DELETE FROM alarm_notices WHERE told_at < now() - interval '30 days'");
  await db.query("DELETE FROM webhook_deliveries WHERE state <> 'waiting' AND created_at < now() - interval '30 days'");
  await db.query("DELETE FROM push_messages WHERE created_at < now() - interval '2 days'");
}
