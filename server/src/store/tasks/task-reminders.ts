import type { Queryable } from '../database.ts';
import type { Reminded } from '../reminders.ts';
import { SEES_TASK } from './task-rows.ts';

/** Tasks that were due longer ago, while the server was off, only appear in the lists. */
const LATE_DAYS = 30;

export interface DueTask extends Reminded {
  id: number;
  title: string;
  /** 0 today, negative when overdue. */
  daysLeft: number;
}

/**
 * Selects the tasks of an organisation that are due today, and marks them as sent for that day, in the caller's
 * transaction. Excludes tasks whose day was over when it was chosen.
 * @returns the tasks with the people to remind, and the channels: the assignee, otherwise the creator, if they can
 * still see it
 */
export async function takeDueTasks(db: Queryable, organisationId: number, now: Date): Promise<DueTask[]> {
  const { rows } = await db.query<DueTask>(
    `WITH told AS (
       UPDATE tasks t SET reminded_on = t.due_on
       FROM (SELECT id, time_zone, ($2::timestamptz AT TIME ZONE time_zone)::date AS today FROM organisations) o
       WHERE o.id = t.organisation_id AND t.organisation_id = $1 AND t.deleted_at IS NULL AND t.state <> 'done'
         AND t.due_on BETWEEN o.today - ${LATE_DAYS} AND o.today AND t.reminded_on IS DISTINCT FROM t.due_on
         AND t.due_on >= (t.due_set_at AT TIME ZONE o.time_zone)::date
       RETURNING t.*, t.due_on - o.today AS days_left
     )
     SELECT u.id AS "userId", u.notifications AND u.reminder_bell AS bell,
            u.notifications AND u.reminder_mail AND u.email IS NOT NULL AS mail, t.id, t.title, t.days_left AS "daysLeft"
     FROM told t JOIN users u ON u.id = coalesce(t.assignee_id, t.created_by)
     WHERE ${SEES_TASK} AND u.notifications AND (u.reminder_bell OR u.reminder_mail AND u.email IS NOT NULL)
     ORDER BY u.id, t.due_on, t.id`,
    [organisationId, now],
  );
  return rows;
}
