import type { LoginUserData } from '@milepost/contract/session-routes';
import type { Queryable } from './database.ts';

/** A user as sign-in needs it. */
export interface SignInUser {
  id: number;
  passwordHash: string;
  data: LoginUserData;
}

interface UserRow {
  id: number;
  password_hash: string;
  user_type: string;
  username: string;
  role_id: number;
  display_name: string;
  organisation: string;
}

/** The enabled user with this name, in whatever case it is written. */
export async function findUserForSignIn(db: Queryable, username: string): Promise<SignInUser | null> {
  const { rows } = await db.query<UserRow>(
    `SELECT u.id, u.password_hash, u.user_type, u.username, u.role_id, u.display_name, o.name AS organisation
     FROM users u JOIN organisations o ON o.id = u.organisation_id
     WHERE lower(u.username) = lower($1) AND u.disabled_at IS NULL`,
    [username],
  );
  const row = rows[0];
  if (!row) return null;
  return {
    id: row.id,
    passwordHash: row.password_hash,
    data: {
      USER_TYPE: row.user_type,
      USERNAME: row.username,
      PROFILE_ID: row.role_id,
      DISPLAY_NAME: row.display_name,
      ORGANISATION: row.organisation,
    },
  };
}
