import type { SessionRow } from '@milepost/contract/profile-operations';
import { AppError } from '../../errors.ts';
import { type Actor, record } from '../audit/audit.ts';
import { IDLE_HOURS } from './callers.ts';
import { type Database, inTransaction, type Queryable } from '../database.ts';
import { limitWithinSql, type Manager, managerValues, roleBelowSql } from '../roles/manager.ts';
import { type Page, type PageRequest, pageSql, firstRows } from '../page.ts';
import { everyWordIn, searchPatterns } from '../search/every-word.ts';

interface Row extends Omit<SessionRow, 'createdAt' | 'lastSeenAt' | 'current'> {
  createdAt: Date;
  lastSeenAt: Date;
}

const COLUMNS = `s.id, s.user_id AS "userId", u.username, s.address, s.user_agent AS "userAgent",
  s.created_at AS "createdAt", s.last_seen_at AS "lastSeenAt"`;
const TABLES = 'login_sessions s JOIN users u ON u.id = s.user_id';
const ALIVE = `s.ended_at IS NULL AND s.expires_at > now() AND u.disabled_at IS NULL
  AND s.last_seen_at > now() - interval '${IDLE_HOURS} hours'`;
const SORTS = { lastSeenAt: 's.last_seen_at', username: 'lower(u.username)', createdAt: 's.created_at' };

const toSession =
  (currentId: number | null) =>
  (row: Row): SessionRow => ({
    ...row,
    createdAt: row.createdAt.toISOString(),
    lastSeenAt: row.lastSeenAt.toISOString(),
    current: row.id === currentId,
  });

/** The valid sessions of people in the scope. */
export async function listSessions(
  db: Queryable,
  { scope }: Manager,
  currentId: number | null,
  request: PageRequest,
): Promise<Page<SessionRow>> {
  const where = `u.organisation_id = ANY($1) AND ${ALIVE}
    AND ${everyWordIn('$2', 'u.username', 's.address', 's.user_agent')}`;
  const values = [scope.organisationIds, searchPatterns(request.search)];
  const [page, count] = await Promise.all([
    db.query<Row>(`SELECT ${COLUMNS} FROM ${TABLES} WHERE ${where} ${pageSql(request, SORTS, 's.id DESC')}`, values),
    db.query<{ total: number }>(`SELECT count(*)::int AS total FROM ${TABLES} WHERE ${where}`, values),
  ]);
  return { rows: page.rows.map(toSession(currentId)), total: count.rows[0]?.total ?? 0 };
}

/** The valid sessions of one user, by last use, newest first. */
export async function listSessionsOfUser(
  db: Queryable,
  userId: number,
  currentId: number | null,
): Promise<Page<SessionRow>> {
  const { rows, total } = await firstRows<Row>(
    db,
    `SELECT ${COLUMNS} FROM ${TABLES} WHERE s.user_id = $1 AND ${ALIVE} ORDER BY s.last_seen_at DESC, s.id DESC`,
    [userId],
  );
  return { rows: rows.map(toSession(currentId)), total };
}

/**
 * Ends a session of the manager's own account, or of a person whom the manager can manage.
 * @throws AppError `not-found`, `denied`
 */
export function endSessionById(database: Database, manager: Manager, actor: Actor, id: number): Promise<void> {
  return inTransaction(database, async (db) => {
    const { rows } = await db.query<EndedRow & { allowed: boolean }>(
      `SELECT s.address, s.user_agent AS "userAgent", u.username, u.organisation_id AS "organisationId",
              (u.id = $2 OR (${limitWithinSql(manager)} AND ${roleBelowSql('r.id', 'r.priority', 3)})) AS allowed
       FROM ${TABLES} JOIN roles r ON r.id = u.role_id
       WHERE s.id = $6 AND u.organisation_id = ANY($1) AND s.ended_at IS NULL FOR UPDATE OF s`,
      [manager.scope.organisationIds, manager.userId, ...managerValues(manager), id],
    );
    const session = rows[0];
    if (!session) throw new AppError('not-found', 'no-session');
    if (!session.allowed) throw new AppError('denied', 'role-not-below');
    await db.query('UPDATE login_sessions SET ended_at = now() WHERE id = $1', [id]);
    await recordEnd(db, actor, id, session);
  });
}

/** Ends one of the user's own sessions, or (null) all except `keep`; returns the ended ones. */
export function endOwnSessions(
  database: Database,
  actor: Actor,
  { userId, id, keep }: { userId: number; id: number | null; keep: number | null },
): Promise<number[]> {
  return inTransaction(database, async (db) => {
    const { rows } = await db.query<EndedRow & { id: number }>(
      `UPDATE login_sessions s SET ended_at = now() FROM users u
       WHERE u.id = s.user_id AND s.user_id = $1 AND s.ended_at IS NULL
         AND CASE WHEN $2::int IS NULL THEN s.id IS DISTINCT FROM $3::int ELSE s.id = $2 END
       RETURNING s.id, s.address, s.user_agent AS "userAgent", u.username, u.organisation_id AS "organisationId"`,
      [userId, id, keep],
    );
    for (const session of rows) await recordEnd(db, actor, session.id, session);
    return rows.map((row) => row.id);
  });
}

interface EndedRow {
  address: string;
  userAgent: string;
  username: string;
  organisationId: number;
}

async function recordEnd(db: Queryable, actor: Actor, subjectId: number, ended: EndedRow): Promise<void> {
  const { organisationId, username, address, userAgent } = ended;
  const before = { username, address, userAgent };
  await record(db, actor, {
    organisationId,
    subject: 'session',
    subjectId,
    name: username,
    action: 'end',
    before,
    after: null,
  });
}
