import type { Queryable } from '../database.ts';

/** Deletes the delivery log of alarms after 30 days, unsent push messages after two, and files of unsent mails after seven. */
export async function forgetDeliveries(db: Queryable): Promise<void> {
  await db.query("DELETE FROM alarm_notices WHERE told_at < now() - interval '30 days'");
  await db.query("DELETE FROM webhook_deliveries WHERE state <> 'waiting' AND created_at < now() - interval '30 days'");
  await db.query(
    `WITH gone AS (
       DELETE FROM mail_attachments a USING mails m
        WHERE m.id = a.mail_id AND m.state = 'failed' AND m.at < now() - interval '7 days' RETURNING m.id)
     UPDATE mails SET incomplete = true WHERE id IN (SELECT id FROM gone)`,
  );
  await db.query("DELETE FROM push_messages WHERE created_at < now() - interval '2 days'");
}
