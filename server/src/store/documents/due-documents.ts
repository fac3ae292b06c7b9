import { DUE_DAYS, type DocumentKind } from '@milepost/contract/document-kinds';
import type { Queryable } from '../database.ts';
import type { DuePart, DueSourceRequest } from '../due/due-list.ts';
import { onlyRow } from '../rows.ts';
import { andSeenTask, type Scope } from '../scope.ts';
import { andSeenDocument, documentsIn, DOCUMENT_EXISTS_SQL, TODAY } from './document-rows.ts';

/** SQL: true when a task about the document is in the list, due no later than the document. */
const hasEarlierTask = (scope: Scope) => `EXISTS (SELECT FROM tasks t WHERE t.record_kind = 'document'
  AND t.record_id = d.id AND t.deleted_at IS NULL AND t.state <> 'done' AND t.due_on <= d.valid_until${andSeenTask(scope)})`;

/**
 * Documents that have expired or will soon, and have not been renewed; a document whose task is listed is left out.
 */
export async function listDueDocuments(db: Queryable, scope: Scope, request: DueSourceRequest): Promise<DuePart> {
  const where = `d.organisation_id = ANY($1) AND NOT d.renewed AND ${DOCUMENT_EXISTS_SQL}${andSeenDocument(scope)}
    AND d.valid_until <= current_date + ${DUE_DAYS + 2} AND d.valid_until <= ${TODAY} + ${DUE_DAYS}
    AND ($2::int IS NULL OR d.vehicle_id = $2)
    ${request.kinds.has('task') ? `AND NOT ${hasEarlierTask(scope)}` : ''}`;
  const values = [scope.organisationIds, request.vehicleId ?? null];
  const [first, count] = await Promise.all([
    db.query<{ id: number; about: DocumentKind; holderName: string; dueOn: string; daysLeft: number }>(
      `SELECT d.id, d.kind AS about, d.holder_name AS "holderName", d.valid_until::text AS "dueOn",
              d.valid_until - ${TODAY} AS "daysLeft"
       FROM ${documentsIn('$1')} WHERE ${where} ORDER BY d.valid_until, d.id LIMIT ${request.most}`,
      values,
    ),
    db.query<{ total: number; overdue: number }>(
      `SELECT count(*)::int AS total, count(*) FILTER (WHERE d.valid_until < ${TODAY})::int AS overdue
       FROM ${documentsIn('$1')} WHERE ${where}`,
      values,
    ),
  ]);
  return { rows: first.rows.map((row) => ({ kind: 'document', ...row })), ...onlyRow(count) };
}
