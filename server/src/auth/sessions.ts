import type { Bus } from '../bus/bus.ts';
import type { Database, Queryable } from '../store/database.ts';
import { touchApiToken } from '../store/people/api-tokens.ts';
import { findApiToken, findSession } from '../store/people/callers.ts';
import { followClockStep } from '../store/people/clock-steps.ts';
import { endExpiredSessions, endSessionByToken, insertSession, touchSession } from '../store/people/login-sessions.ts';
import { forgetOldFailures } from '../store/people/sign-in-failures.ts';
import type { Caller } from '../store/people/callers.ts';
import { readCookies, SESSION_COOKIE } from './cookies.ts';
import { newToken, tokenHash } from './tokens.ts';

/**
 * The caller of a request by its session cookie; null when there is none or it has ended. Counts as activity.
 * @param settingUp also accepts a session in which a second factor is still to be set up, for the calls that do so
 */
export async function authenticate(
  database: Database,
  cookieHeader: string | undefined,
  settingUp = false,
): Promise<Caller | null> {
  const token = readCookies(cookieHeader)[SESSION_COOKIE];
  if (!token) return null;
  const find = () => findSession(database, tokenHash(token), settingUp);
  // A session that seems to have expired may be affected by a clock that was set.
  const session = (await find()) ?? ((await followClockStep(database)) === 0 ? null : await find());
  if (!session) return null;
  const { caller, stale } = session;
  if (stale && caller.sessionId !== null) await touchSession(database, caller.sessionId);
  return caller;
}

/** The caller of an API token (`mp_…`); null when there is no such token, or it has expired. Counts as activity. */
export async function authenticateToken(database: Database, token: string): Promise<Caller | null> {
  const found = await findApiToken(database, tokenHash(token));
  if (!found) return null;
  if (found.stale && found.caller.token) await touchApiToken(database, found.caller.token.id);
  return found.caller;
}

/** Starts a session with a new token, which is returned and not stored. */
export async function startSession(
  db: Queryable,
  session: { userId: number; address: string; userAgent: string; secondFactorDue?: boolean },
): Promise<string> {
  const token = newToken();
  await insertSession(db, { secondFactorDue: false, ...session, tokenHash: tokenHash(token) });
  return token;
}

/** Ends the session with this token and notifies its sockets. */
export async function endSession(database: Database, bus: Bus, token: string): Promise<void> {
  const sessionId = await endSessionByToken(database, tokenHash(token));
  if (sessionId !== null) bus.publish('session-ended', { sessionId });
}

/** Housekeeping, every few minutes: ends expired sessions, notifies their sockets, deletes old failures. */
export async function tidySessions(database: Database, bus: Bus): Promise<void> {
  await followClockStep(database);
  for (const sessionId of await endExpiredSessions(database)) bus.publish('session-ended', { sessionId });
  await forgetOldFailures(database);
}
