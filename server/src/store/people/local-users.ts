import { StartError } from '../../errors.ts';
import { type Actor, audited, record } from '../audit/audit.ts';
import { type Database, inTransaction, type Queryable } from '../database.ts';
import { onlyRow } from '../rows.ts';
import { endAccess } from './end-access.ts';
import { endSessionsOfUser } from './login-sessions.ts';
import { nameKey } from './name-key.ts';
import { endPasswordLinks } from './password-links.ts';
import { byKnown, byName, forgetFailures } from './sign-in-failures.ts';
import { removeTwoFactor } from './two-factor.ts';

/** Users that whoever runs the machine creates and lets in; nobody's rights limit it. */

interface LocalUser {
  username: string;
  displayName: string;
  email: string | null;
  /** The name of a role of the organisation, or of one above it. */
  role: string;
  /** The name of the organisation; null for the root. */
  organisation: string | null;
  passwordHash: string;
}

/** @throws StartError when the name is taken, or role or organisation do not exist */
export function addLocalUser(database: Database, actor: Actor, user: LocalUser): Promise<number> {
  return inTransaction(database, async (db) => {
    const taken = await db.query('SELECT FROM users WHERE name_key = $1', [nameKey(user.username)]);
    if (taken.rows.length > 0) throw new StartError(`There is a user ${user.username} already.`);
    const organisationId = await findOrganisation(db, user.organisation);
    const roleId = await findRole(db, organisationId, user.role);
    return audited(db, actor, { subject: 'user', id: null, action: 'create' }, async () => {
      const made = await db.query<{ id: number }>(
        `INSERT INTO users (organisation_id, role_id, username, display_name, email, name_key, password_hash)
         VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id`,
        [
          organisationId,
          roleId,
          user.username,
          user.displayName,
          user.email,
          nameKey(user.username),
          user.passwordHash,
        ],
      );
      return onlyRow(made).id;
    });
  });
}

async function findOrganisation(db: Queryable, name: string | null): Promise<number> {
  const { rows } = await db.query<{ id: number }>(
    `SELECT id FROM organisations WHERE CASE WHEN $1::text IS NULL THEN parent_id IS NULL ELSE name = $1 END ORDER BY id`,
    [name],
  );
  if (rows.length === 1) return onlyRow({ rows }).id;
  throw new StartError(
    rows.length === 0 ? `There is no organisation "${name}".` : `${rows.length} organisations are called "${name}".`,
  );
}

async function findRole(db: Queryable, organisationId: number, name: string): Promise<number> {
  const { rows } = await db.query<{ id: number; name: string }>(
    `WITH RECURSIVE above AS (
       SELECT id, parent_id FROM organisations WHERE id = $1
       UNION ALL SELECT o.id, o.parent_id FROM organisations o JOIN above a ON o.id = a.parent_id)
     SELECT r.id, r.name FROM roles r WHERE r.organisation_id IN (SELECT id FROM above) ORDER BY r.priority, r.id`,
    [organisationId],
  );
  const role = rows.find((row) => row.name.toLowerCase() === name.toLowerCase());
  if (role) return role.id;
  throw new StartError(`There is no role "${name}" there. There are: ${rows.map((row) => row.name).join(', ')}.`);
}

/**
 * Sets a password and ends all sessions and links of the user; on request also two-factor sign-in, and what works without
 * a password, such as API tokens.
 * @returns whether the account is disabled, with which the password is no use
 * @throws StartError when there is no such user
 */
export function resetLocalPassword(
  database: Database,
  actor: Actor,
  {
    username,
    passwordHash,
    twoFactor,
    access,
  }: { username: string; passwordHash: string; twoFactor: boolean; access: boolean },
): Promise<{ disabled: boolean }> {
  return inTransaction(database, async (db) => {
    const { rows } = await db.query<{ id: number; organisationId: number; disabled: boolean }>(
      `UPDATE users SET password_hash = $2 WHERE name_key = $1
       RETURNING id, organisation_id AS "organisationId", disabled_at IS NOT NULL AS disabled`,
      [nameKey(username), passwordHash],
    );
    const [user] = rows;
    if (!user) throw new StartError(`There is no user ${username}.`);
    const { id, organisationId, disabled } = user;
    await endSessionsOfUser(db, id);
    await endPasswordLinks(db, [id]);
    for (const subject of [byName(username), byKnown(id)]) await forgetFailures(db, subject);
    const entry = { organisationId, subject: 'user', subjectId: id, before: null, after: null } as const;
    await record(db, actor, { ...entry, action: 'reset-password' });
    if (twoFactor && (await removeTwoFactor(db, id))) await record(db, actor, { ...entry, action: 'reset-two-factor' });
    if (access) await endAccess(db, actor, { userId: id, organisationId });
    return { disabled };
  });
}
