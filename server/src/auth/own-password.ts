import type { Caller } from '../store/people/callers.ts';
import { fieldError } from '../errors.ts';
import { findAccount } from '../store/people/accounts.ts';
import type { Database } from '../store/database.ts';
import { forgetFailures } from '../store/people/sign-in-failures.ts';
import { verifyPassword } from './passwords.ts';
import { byOwnPassword, charge } from './throttle.ts';

/**
 * Verifies that the account's owner is at the open session.
 * @param field the input with the password
 * @throws AppError `invalid` when it is wrong, `too-many` after several
 */
export async function checkOwnPassword(
  database: Database,
  caller: Caller,
  password: string,
  field: 'password' | 'currentPassword' = 'password',
): Promise<void> {
  const subject = byOwnPassword(caller.userId);
  await charge(database, subject);
  const account = await findAccount(database, caller.userId);
  if (!(await verifyPassword(account?.passwordHash ?? null, password))) {
    throw fieldError('invalid', { [field]: 'password-wrong' });
  }
  await forgetFailures(database, subject);
}
