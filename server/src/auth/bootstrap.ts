import { record } from '../store/audit/audit.ts';
import { type Database, inTransaction, type Queryable } from '../store/database.ts';
import { writeBasics } from '../store/organisations/basics.ts';
import { hasAdministrator } from '../store/people/administrators.ts';
import { ADMIN, findAdmin, insertAdmin, restoreAdmin } from '../store/people/first-administrator.ts';
import { endAccess } from '../store/people/end-access.ts';
import { endSessionsOfUser } from '../store/people/login-sessions.ts';
import { fillNameKeys } from '../store/people/name-key.ts';
import { endPasswordLinks } from '../store/people/password-links.ts';
import { byKnown, byName, forgetFailures } from '../store/people/sign-in-failures.ts';
import { removeTwoFactor } from '../store/people/two-factor.ts';
import { recordVersion } from '../store/status/server-versions.ts';
import { VERSION } from '../version.ts';
import { generatePassword, hashPassword, verifyPassword } from './passwords.ts';

/**
 * Creates what every installation needs: the root organisation, menus, roles and the first administrator. Runs at each
 * start after the migrations, also concurrently in several processes. A given `adminPassword` is always set, so that a
 * lost one can be replaced; a new one also disables two-factor sign-in. `timeZone` is that of a root organisation
 * created now, null for UTC.
 * @returns the administrator's name, and the password if it was generated just now, which is the only time to show it
 */
export function ensureBasics(
  database: Database,
  { adminPassword, timeZone = null }: { adminPassword?: string | undefined; timeZone?: string | null } = {},
): Promise<{ username: string; password: string | null }> {
  return inTransaction(database, async (db) => {
    await db.query(`SELECT pg_advisory_xact_lock(hashtext('ensureBasics'))`);
    await recordVersion(db, VERSION);
    const { organisationId, administratorRoleId } = await writeBasics(db, timeZone);
    await fillNameKeys(db);
    const password = await ensureAdmin(db, organisationId, administratorRoleId, adminPassword);
    return { username: ADMIN, password };
  });
}

/** Creates the first administrator if the root has none, or sets the given password; returns a generated password, otherwise null. */
async function ensureAdmin(
  db: Queryable,
  organisationId: number,
  roleId: number,
  given: string | undefined,
): Promise<string | null> {
  const admin = await findAdmin(db);
  if (!admin) {
    // The first administrator was renamed or erased; another one would be a surprise.
    if (given === undefined && (await hasAdministrator(db))) return null;
    const password = given ?? generatePassword();
    await insertAdmin(db, { organisationId, roleId, passwordHash: await hashPassword(password) });
    return given === undefined ? password : null;
  }
  if (given === undefined || (await verifyPassword(admin.passwordHash, given))) return null;
  // A person who can set this has access to the machine, so it also admits an administrator who lost the phone, or was
  // disabled.
  await restoreAdmin(db, admin.id, await hashPassword(given));
  await removeTwoFactor(db, admin.id);
  await endSessionsOfUser(db, admin.id);
  await endPasswordLinks(db, [admin.id]);
  for (const subject of [byName(ADMIN), byKnown(admin.id)]) await forgetFailures(db, subject);
  const server = { userId: null, username: null, address: null };
  const entry = { organisationId, subject: 'user', subjectId: admin.id, action: 'reset-password' } as const;
  await record(db, server, { ...entry, before: null, after: null });
  await endAccess(db, server, { userId: admin.id, organisationId });
  return null;
}
