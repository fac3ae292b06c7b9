import type { LoginUserData } from '@milepost/contract/session-operations';
import type { Queryable } from '../database.ts';
import { nameKey } from './name-key.ts';
import { secondFactorRequiredSql } from './second-factor-rule.ts';

/** A user with the properties that sign-in needs. */
export interface SignInUser {
  id: number;
  passwordHash: string | null;
  organisationId: number;
  disabled: boolean;
  twoFactor: boolean;
  /** The organisation requires a second factor, and the user has none. */
  secondFactorDue: boolean;
  data: LoginUserData;
}

interface UserRow {
  id: number;
  password_hash: string | null;
  organisation_id: number;
  disabled: boolean;
  two_factor: boolean;
  second_factor_required: boolean;
  user_type: string;
  username: string;
  role_id: number;
  display_name: string;
  organisation: string;
}

/** The user with this name, ignoring case (`nameKey`). */
export function findUserForSignIn(db: Queryable, username: string): Promise<SignInUser | null> {
  return find(db, 'u.name_key = $1', nameKey(username));
}

export function findSignInUserById(db: Queryable, id: number): Promise<SignInUser | null> {
  return find(db, 'u.id = $1', id);
}

async function find(db: Queryable, where: string, value: string | number): Promise<SignInUser | null> {
  const { rows } = await db.query<UserRow>(
    `SELECT u.id, u.organisation_id, u.password_hash, u.disabled_at IS NOT NULL AS disabled,
            t.confirmed_at IS NOT NULL AS two_factor,
            ${secondFactorRequiredSql('u.organisation_id')} AS second_factor_required, u.user_type, u.username, u.role_id, u.display_name, o.name AS organisation
     FROM users u JOIN organisations o ON o.id = u.organisation_id LEFT JOIN two_factor t ON t.user_id = u.id
     WHERE ${where}`,
    [value],
  );
  const row = rows[0];
  if (!row) return null;
  return {
    id: row.id,
    passwordHash: row.password_hash,
    organisationId: row.organisation_id,
    disabled: row.disabled,
    twoFactor: row.two_factor,
    secondFactorDue: row.second_factor_required && !row.two_factor,
    data: {
      USER_TYPE: row.user_type,
      USERNAME: row.username,
      PROFILE_ID: row.role_id,
      DISPLAY_NAME: row.display_name,
      ORGANISATION: row.organisation,
    },
  };
}
