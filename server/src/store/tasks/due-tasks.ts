import { DUE_DAYS } from '@milepost/contract/document-kinds';
import type { Queryable } from '../database.ts';
import type { DuePart, DueSourceRequest } from '../due/due-list.ts';
import { onlyRow } from '../rows.ts';
import { andSeenTask, type Scope } from '../scope.ts';
import { andSeenDocument, DOCUMENT_EXISTS_SQL } from '../documents/document-rows.ts';
import { TASKS } from './task-rows.ts';

/** SQL: true when the document of the task is in the list, with an earlier day. */
const hasEarlierDocument = (scope: Scope) => `EXISTS (SELECT FROM documents d WHERE t.record_kind = 'document'
  AND d.id = t.record_id AND d.organisation_id = ANY($1) AND NOT d.renewed AND d.valid_until < t.due_on
  AND ${DOCUMENT_EXISTS_SQL}${andSeenDocument(scope)})`;

/** Tasks that are due soon or overdue. */
export async function listDueTasks(db: Queryable, scope: Scope, request: DueSourceRequest): Promise<DuePart> {
  const where = `t.organisation_id = ANY($1) AND t.deleted_at IS NULL AND t.state <> 'done'${andSeenTask(scope)}
    AND t.due_on <= current_date + ${DUE_DAYS + 2} AND t.due_on <= o.today + ${DUE_DAYS}
    AND ($2::int IS NULL OR t.vehicle_id = $2)
    ${request.kinds.has('document') ? `AND NOT ${hasEarlierDocument(scope)}` : ''}`;
  const values = [scope.organisationIds, request.vehicleId ?? null];
  const [first, count] = await Promise.all([
    db.query<{ id: number; about: string; holderName: string; dueOn: string; daysLeft: number }>(
      `SELECT t.id, t.title AS about, coalesce(a.display_name, '') AS "holderName", t.due_on::text AS "dueOn",
              t.due_on - o.today AS "daysLeft"
       FROM ${TASKS} WHERE ${where} ORDER BY t.due_on, t.id LIMIT ${request.most}`,
      values,
    ),
    db.query<{ total: number; overdue: number }>(
      `SELECT count(*)::int AS total, count(*) FILTER (WHERE t.due_on < o.today)::int AS overdue
       FROM ${TASKS} WHERE ${where}`,
      values,
    ),
  ]);
  return { rows: first.rows.map((row) => ({ kind: 'task', ...row })), ...onlyRow(count) };
}
