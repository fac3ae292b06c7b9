import type { Queryable } from '../database.ts';
import { isAlarmHeldSql } from '../retention/legal-hold-sql.ts';
import { isTextHeldSql } from '../retention/old-records.ts';

/**
 * Deletes notifications after 90 days, the delivery log of alarms after 30, files of unsent mails after seven and unsent
 * push messages after two. A legal hold keeps what was sent about its vehicle; push messages are copies of notifications.
 */
export async function forgetDeliveries(db: Queryable): Promise<void> {
  await db.query(
    `DELETE FROM notifications n WHERE n.at < now() - interval '90 days'
       AND NOT EXISTS (SELECT FROM users u CROSS JOIN LATERAL (SELECT n.at, n.title, n.text, u.organisation_id) f
         WHERE u.id = n.user_id AND ${isTextHeldSql('f.at', `f.title || ' ' || f.text`)})`,
  );
  await db.query(
    `DELETE FROM alarm_notices n WHERE n.told_at < now() - interval '30 days' AND NOT ${isAlarmHeldSql('n.alarm_id')}`,
  );
  await db.query(
    `DELETE FROM webhook_deliveries d WHERE d.state <> 'waiting' AND d.created_at < now() - interval '30 days'
       AND NOT ${isAlarmHeldSql('d.alarm_id')}
       AND NOT EXISTS (SELECT FROM webhooks w CROSS JOIN LATERAL (SELECT d.created_at AS at, d.body, w.organisation_id) f
         WHERE w.id = d.webhook_id AND ${isTextHeldSql('f.at', 'f.body')})`,
  );
  await db.query(
    `WITH gone AS (
       DELETE FROM mail_attachments a USING mails m
        WHERE m.id = a.mail_id AND m.state = 'failed' AND m.at < now() - interval '7 days' RETURNING m.id)
     UPDATE mails SET incomplete = true WHERE id IN (SELECT id FROM gone)`,
  );
  await db.query("DELETE FROM push_messages WHERE created_at < now() - interval '2 days'");
}
