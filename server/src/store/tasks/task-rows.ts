import type { Task } from '@milepost/contract/task-operations';
import { recordNameSql, type Viewer } from '../files/records.ts';
import { isShownSql } from '../scope.ts';

export type TaskRow = Omit<Task, 'doneAt'> & { doneAt: Date | null };

/**
 * SQL of the tasks `t` of the scope `$1`, with the present day of the organisation `o`, their assignees and creators.
 */
export const TASKS = `tasks t JOIN (SELECT id, (now() AT TIME ZONE time_zone)::date AS today
  FROM organisations WHERE id = ANY($1) OFFSET 0) o ON o.id = t.organisation_id
  LEFT JOIN users a ON a.id = t.assignee_id LEFT JOIN users c ON c.id = t.created_by`;

/** `$1` are the organisations of the scope. */
export const taskColumns = (viewer: Viewer): string => `t.id, t.organisation_id AS "organisationId", t.title, t.note,
  t.state, t.due_on::text AS "dueOn", t.due_on - o.today AS "daysLeft", t.assignee_id AS "assigneeId",
  a.display_name AS "assigneeName", t.record_kind AS "recordKind", t.record_id AS "recordId",
  ${recordNameSql(viewer, 't')} AS "recordName", c.display_name AS "createdByName", t.done_at AS "doneAt", t.version`;

/**
 * SQL: true when a user (`u`) can see the task `t`: can sign in, belongs to its organisation or one above it, has a
 * role that shows tasks, and a limit that includes its vehicle. Checked for each notification.
 */
export const SEES_TASK = `(u.disabled_at IS NULL
  AND EXISTS (SELECT FROM role_permissions p JOIN menus m ON m.id = p.menu_id
    WHERE p.role_id = u.role_id AND m.key = 'tasks' AND p.can_view)
  AND EXISTS (WITH RECURSIVE above AS (
      SELECT o.id, o.parent_id FROM organisations o WHERE o.id = t.organisation_id
      UNION SELECT o.id, o.parent_id FROM organisations o JOIN above ON o.id = above.parent_id)
    SELECT FROM above WHERE above.id = u.organisation_id)
  AND (EXISTS (SELECT FROM vehicles v WHERE v.id = t.vehicle_id AND ${isShownSql('u', 'v')})
    OR t.vehicle_id IS NULL AND NOT u.limited
      AND NOT EXISTS (SELECT FROM roles own WHERE own.id = u.role_id AND own.limited)))`;

export const toTask = (row: TaskRow): Task => ({ ...row, doneAt: row.doneAt?.toISOString() ?? null });
