import type { AuditEntry } from '@milepost/contract/admin-operations';
import type { Queryable } from '../database.ts';
import { type Page, type PageRequest, pageSql } from '../page.ts';
import { everyWordIn, searchPatterns } from '../search/every-word.ts';
import type { Scope } from '../scope.ts';

const SORTS = { at: 'a.at', username: 'lower(a.username)', subject: 'a.subject' };

/** The entries of the scope; `subject` and `subjectId` filter by a kind or a single record. */
export async function listAudit(
  db: Queryable,
  scope: Scope,
  request: PageRequest & { subject: string | null; subjectId: string | null },
): Promise<Page<AuditEntry>> {
  const where = `a.organisation_id = ANY($1) AND ($2::text IS NULL OR a.subject = $2)
    AND ($3::text IS NULL OR a.subject_id = $3)
    AND ${everyWordIn('$4', 'a.username', 'a.address', 'a.subject', 'a.subject_name', 'a.action', 'a.before::text', 'a.after::text')}`;
  const values = [scope.organisationIds, request.subject, request.subjectId, searchPatterns(request.search)];
  const [page, count] = await Promise.all([
    db.query<Omit<AuditEntry, 'at'> & { at: Date }>(
      `SELECT a.id, a.at, a.username, a.address, a.subject, a.subject_id AS "subjectId", a.subject_name AS "subjectName", a.action, a.before, a.after
       FROM audit_log a WHERE ${where} ${pageSql(request, SORTS, 'a.id DESC')}`,
      values,
    ),
    db.query<{ total: number }>(`SELECT count(*)::int AS total FROM audit_log a WHERE ${where}`, values),
  ]);
  return { rows: page.rows.map((row) => ({ ...row, at: row.at.toISOString() })), total: count.rows[0]?.total ?? 0 };
}
