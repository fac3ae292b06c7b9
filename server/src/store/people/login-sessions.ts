import { IDLE_HOURS } from './callers.ts';
import type { Queryable } from '../database.ts';

/** The days after which a session expires, however much it is used. */
const ABSOLUTE_DAYS = 30;

/** Updates the last use of the session, at most once a minute. */
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
  /** The person has to set up a second factor first; until then the session can only be used for that. */
  secondFactorDue: boolean;
}

export async function insertSession(db: Queryable, session: NewSession): Promise<void> {
  await db.query(
    `INSERT INTO login_sessions (user_id, token_hash, address, user_agent, expires_at, second_factor_due)
     VALUES ($1, $2, $3, $4, now() + make_interval(days => $5), $6)`,
    [
      session.userId,
      session.tokenHash,
      session.address,
      session.userAgent.slice(0, 500),
      ABSOLUTE_DAYS,
      session.secondFactorDue,
    ],
  );
}

/** Ends a session by its token; returns its id, or null if there was no valid one. */
export async function endSessionByToken(db: Queryable, tokenHash: Buffer): Promise<number | null> {
  const { rows } = await db.query<{ id: number }>(
    'UPDATE login_sessions SET ended_at = now() WHERE token_hash = $1 AND ended_at IS NULL RETURNING id',
    [tokenHash],
  );
  return rows[0]?.id ?? null;
}

/** Those of the sessions that were ended, not by expiry. */
export async function findEndedSessions(db: Queryable, sessionIds: readonly number[]): Promise<number[]> {
  const { rows } = await db.query<{ id: number }>(
    'SELECT id FROM login_sessions WHERE id = ANY($1) AND ended_at IS NOT NULL',
    [sessionIds],
  );
  return rows.map(({ id }) => id);
}

/** Ends all sessions of a user, except `except`; returns their ids. */
export async function endSessionsOfUser(
  db: Queryable,
  userId: number,
  except: number | null = null,
): Promise<number[]> {
  const { rows } = await db.query<{ id: number }>(
    `UPDATE login_sessions SET ended_at = now()
     WHERE user_id = $1 AND ended_at IS NULL AND id IS DISTINCT FROM $2::int RETURNING id`,
    [userId, except],
  );
  return rows.map((row) => row.id);
}

/**
 * Gives full access to a session in which a second factor was set up. The user's other sessions that still wait for it
 * end, since they only proved the password. Returns the ids of these.
 */
export async function secondFactorSetUp(db: Queryable, userId: number, sessionId: number | null): Promise<number[]> {
  await db.query('UPDATE login_sessions SET second_factor_due = false WHERE id = $1', [sessionId]);
  const { rows } = await db.query<{ id: number }>(
    `UPDATE login_sessions SET ended_at = now()
     WHERE user_id = $1 AND ended_at IS NULL AND second_factor_due RETURNING id`,
    [userId],
  );
  return rows.map((row) => row.id);
}

/** Marks expired sessions as ended, so that their sockets can be closed; returns the ids. */
export async function endExpiredSessions(db: Queryable): Promise<number[]> {
  const { rows } = await db.query<{ id: number }>(
    `UPDATE login_sessions SET ended_at = now()
     WHERE ended_at IS NULL
       AND (expires_at <= now() OR last_seen_at <= now() - make_interval(hours => $1)) RETURNING id`,
    [IDLE_HOURS],
  );
  return rows.map((row) => row.id);
}
