import type { Caller, Grants } from '../auth/caller.ts';
import type { Queryable } from './database.ts';

/** Hours without a call after which a session ends. */
const IDLE_HOURS = 12;
/** Days after which a session ends however much it is used. */
const ABSOLUTE_DAYS = 30;

interface CallerRow {
  session_id: number;
  user_id: number;
  username: string;
  display_name: string;
  user_type: string;
  role_id: number;
  organisation_id: number;
  organisation: string;
  root: boolean;
  organisation_ids: number[];
  grants: Record<string, Grants> | null;
  stale: boolean;
}

/** The live session with this token hash and who it belongs to; `stale` when its last use should be written again. */
export async function findSession(
  db: Queryable,
  tokenHash: Buffer,
): Promise<{ caller: Caller; stale: boolean } | null> {
  const { rows } = await db.query<CallerRow>(
    `WITH RECURSIVE session AS (
       SELECT s.id AS session_id, s.last_seen_at < now() - interval '1 minute' AS stale, u.id AS user_id, u.username,
              u.display_name, u.user_type, u.role_id, u.organisation_id
       FROM login_sessions s JOIN users u ON u.id = s.user_id
       WHERE s.token_hash = $1 AND s.ended_at IS NULL AND s.expires_at > now()
         AND s.last_seen_at > now() - make_interval(hours => $2) AND u.disabled_at IS NULL
     ), tree AS (
       SELECT organisation_id AS id FROM session
       UNION
       SELECT o.id FROM organisations o JOIN tree ON o.parent_id = tree.id
     )
     SELECT session.*, o.name AS organisation, o.parent_id IS NULL AS root,
            ARRAY(SELECT id FROM tree ORDER BY id) AS organisation_ids,
            (SELECT jsonb_object_agg(m.key, jsonb_build_object(
                      'view', p.can_view, 'create', p.can_create, 'edit', p.can_edit, 'delete', p.can_delete))
             FROM role_permissions p JOIN menus m ON m.id = p.menu_id WHERE p.role_id = session.role_id) AS grants
     FROM session JOIN organisations o ON o.id = session.organisation_id`,
    [tokenHash, IDLE_HOURS],
  );
  const row = rows[0];
  return row ? { caller: toCaller(row), stale: row.stale } : null;
}

function toCaller(row: CallerRow): Caller {
  return {
    sessionId: row.session_id,
    userId: row.user_id,
    username: row.username,
    displayName: row.display_name,
    userType: row.user_type,
    roleId: row.role_id,
    organisation: row.organisation,
    scope: { organisationId: row.organisation_id, organisationIds: row.organisation_ids, root: row.root },
    permissions: new Map(Object.entries(row.grants ?? {})),
  };
}

/** Writes that the session was used now, unless another call did within the minute. */
export async function touchSession(db: Queryable, sessionId: number): Promise<void> {
  await db.query(
    `UPDATE login_sessions SET last_seen_at = now()
     WHERE id = $1 AND ended_at IS NULL AND last_seen_at < now() - interval '1 minute'`,
    [sessionId],
  );
}

export interface NewSession {
  userId: number;
  tokenHash: Buffer;
  address: string;
  userAgent: string;
}

export async function insertSession(db: Queryable, session: NewSession): Promise<void> {
  await db.query(
    `INSERT INTO login_sessions (user_id, token_hash, address, user_agent, expires_at)
     VALUES ($1, $2, $3, $4, now() + make_interval(days => $5))`,
    [session.userId, session.tokenHash, session.address, session.userAgent.slice(0, 500), ABSOLUTE_DAYS],
  );
}

/** Ends a session by its token; returns its id, or null when there was none alive. */
export async function endSessionByToken(db: Queryable, tokenHash: Buffer): Promise<number | null> {
  const { rows } = await db.query<{ id: number }>(
    'UPDATE login_sessions SET ended_at = now() WHERE token_hash = $1 AND ended_at IS NULL RETURNING id',
    [tokenHash],
  );
  return rows[0]?.id ?? null;
}

/** Ends all sessions of a user; returns their ids. */
export async function endSessionsOfUser(db: Queryable, userId: number): Promise<number[]> {
  const { rows } = await db.query<{ id: number }>(
    'UPDATE login_sessions SET ended_at = now() WHERE user_id = $1 AND ended_at IS NULL RETURNING id',
    [userId],
  );
  return rows.map((row) => row.id);
}

/** Marks what expired as ended, so that its sockets can be closed; returns the ids. */
export async function endExpiredSessions(db: Queryable): Promise<number[]> {
  const { rows } = await db.query<{ id: number }>(
    `UPDATE login_sessions SET ended_at = now()
     WHERE ended_at IS NULL
       AND (expires_at <= now() OR last_seen_at <= now() - make_interval(hours => $1)) RETURNING id`,
    [IDLE_HOURS],
  );
  return rows.map((row) => row.id);
}
