import { fieldError } from '../errors.ts';
import { type Account, confirmEmail, findAccount, setPasswordHash } from '../store/people/accounts.ts';
import { type Actor, record } from '../store/audit/audit.ts';
import { type Database, inTransaction, type Queryable } from '../store/database.ts';
import { endAccess } from '../store/people/end-access.ts';
import { endSessionsOfUser } from '../store/people/login-sessions.ts';
import { endPasswordLinks, usePasswordLink } from '../store/people/password-links.ts';
import { byKnown, byName, forgetFailures } from '../store/people/sign-in-failures.ts';
import { hashPassword } from './passwords.ts';
import { tokenHash } from './tokens.ts';
import { isWeakPassword } from './weak-password.ts';

interface Changed {
  userId: number;
  /** Sessions that it ended. */
  ended: number[];
}

/**
 * Uses a link from a mail: sets the password, and ends all sessions and other access that works without it.
 * @throws AppError `invalid` when the link has expired or was used, or the password is easy to guess; then the link
 * stays valid
 */
export async function resetPassword(
  database: Database,
  { token, newPassword, address }: { token: string; newPassword: string; address: string },
): Promise<Changed> {
  const hash = await hashPassword(newPassword);
  return inTransaction(database, async (db) => {
    const used = await usePasswordLink(db, tokenHash(token));
    if (used === null) {
      throw fieldError('invalid', { token: 'link-over' });
    }
    const { userId } = used;
    if (used.mailed) await confirmEmail(db, userId);
    const actor = { userId, username: (await findAccount(db, userId))?.username ?? null, address };
    return {
      userId,
      ended: await change(
        db,
        actor,
        userId,
        { newPassword, hash },
        { action: 'reset-password', keep: null, access: { end: true, keep: null } },
      ),
    };
  });
}

interface OwnChange {
  userId: number;
  sessionId: number | null;
  newPassword: string;
  access: Access;
}

/** The access that ends: API tokens, links and notifications, except those of a browser with this address. */
interface Access {
  end: boolean;
  keep: string | null;
}

/**
 * Sets the own password of a signed-in person; the other sessions end.
 * @throws AppError `invalid` when it is easy to guess
 */
export async function changeOwnPassword(
  database: Database,
  actor: Actor,
  { userId, sessionId, newPassword, access }: OwnChange,
): Promise<Changed> {
  const hash = await hashPassword(newPassword);
  return inTransaction(database, async (db) => ({
    userId,
    ended: await change(
      db,
      actor,
      userId,
      { newPassword, hash },
      { action: 'change-password', keep: sessionId, access },
    ),
  }));
}

async function change(
  db: Queryable,
  actor: Actor,
  userId: number,
  { newPassword, hash }: { newPassword: string; hash: string },
  { action, keep, access }: { action: string; keep: number | null; access: Access },
): Promise<number[]> {
  const account = await findAccount(db, userId);
  if (account) checkNotWeak(newPassword, account);
  await setPasswordHash(db, userId, hash);
  await endPasswordLinks(db, [userId]);
  if (account) {
    const { organisationId, username } = account;
    for (const subject of [byName(username), byKnown(userId)]) await forgetFailures(db, subject);
    const NO_VALUES = { before: null, after: null };
    await record(db, actor, { organisationId, subject: 'user', subjectId: userId, action, ...NO_VALUES });
    if (access.end) await endAccess(db, actor, { userId, organisationId }, access.keep);
  }
  return endSessionsOfUser(db, userId, keep);
}

function checkNotWeak(password: string, { username, displayName, email, organisation }: Account): void {
  if (isWeakPassword(password, [username, displayName, email ?? '', organisation])) {
    throw fieldError('invalid', { newPassword: 'password-weak' });
  }
}
