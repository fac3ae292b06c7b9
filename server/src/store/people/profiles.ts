import type { Profile } from '@milepost/contract/profile-operations';
import type { ParsedInput } from '@milepost/contract/operation';
import type { Operations } from '@milepost/contract/operations';
import type { Queryable } from '../database.ts';
import { onlyRow } from '../rows.ts';
import { checkVersion } from '../versions.ts';
import { requireTimeZone } from '../organisations/time-zones.ts';
import { secondFactorRequiredSql } from './second-factor-rule.ts';

/** The properties of a person's own account that the person sees. */
export async function getProfile(db: Queryable, userId: number): Promise<Profile> {
  const found = await db.query<Profile>(
    `SELECT u.id, u.username, u.display_name AS "displayName", u.email, u.phone, u.photo, u.language,
            u.time_zone AS "timeZone", o.time_zone AS "organisationTimeZone", u.units, o.name AS organisation, r.name AS "roleName",
            t.confirmed_at IS NOT NULL AS "twoFactor",
            ${secondFactorRequiredSql('u.organisation_id')} AS "twoFactorRequired", u.notifications,
            u.reminder_bell AS "reminderBell", u.reminder_mail AS "reminderMail", u.version,
            (SELECT count(*)::int FROM recovery_codes c
             WHERE c.user_id = u.id AND c.used_at IS NULL AND t.confirmed_at IS NOT NULL) AS "recoveryCodesLeft"
     FROM users u JOIN organisations o ON o.id = u.organisation_id JOIN roles r ON r.id = u.role_id
     LEFT JOIN two_factor t ON t.user_id = u.id WHERE u.id = $1`,
    [userId],
  );
  return onlyRow(found);
}

/**
 * Must run in a transaction.
 * @throws AppError `invalid` for a time zone that the database does not know, `conflict` if the account was changed
 * meanwhile
 */
export async function updateProfile(
  db: Queryable,
  userId: number,
  input: ParsedInput<Operations['update-profile']>,
): Promise<void> {
  await db.query('SELECT FROM users WHERE id = $1 FOR UPDATE', [userId]);
  await checkVersion(db, 'user', userId, input.version);
  if (input.timeZone !== '') await requireTimeZone(db, input.timeZone);
  await db.query(
    `UPDATE users SET display_name = $2, email = $3, phone = $4, photo = $5, language = $6, time_zone = $7, units = $8,
       notifications = $9, reminder_bell = coalesce($10, reminder_bell), reminder_mail = coalesce($11, reminder_mail),
       version = version + 1
     WHERE id = $1`,
    [
      userId,
      input.displayName,
      input.email,
      input.phone,
      input.photo,
      input.language,
      input.timeZone,
      input.units,
      input.notifications,
      input.reminderBell ?? null,
      input.reminderMail ?? null,
    ],
  );
}
