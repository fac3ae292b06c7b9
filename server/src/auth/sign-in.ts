import type { LoginUserData } from '@milepost/contract/session-routes';
import { AppError } from '../errors.ts';
import type { Database } from '../store/database.ts';
import { chargeAttempt, forgetFailures, forgiveAttempt } from '../store/sign-in-failures.ts';
import { findUserForSignIn } from '../store/users.ts';
import { verifyPassword } from './passwords.ts';
import { startSession } from './sessions.ts';

/** Wrong passwords for one user name that cost no wait. */
const FREE_BY_NAME = 5;
/** The same by address: looser, because an office shares one. */
const FREE_BY_ADDRESS = 20;

export interface SignInAttempt {
  username: string;
  password: string;
  address: string;
  userAgent: string;
}

/**
 * Checks user name and password and starts a session.
 * @returns the session's token and what the browser keeps of the user
 * @throws AppError `invalid` with one message whichever part was wrong, `too-many` with the seconds to wait
 */
export async function signIn(
  database: Database,
  attempt: SignInAttempt,
): Promise<{ token: string; user: LoginUserData }> {
  const byName = `user:${attempt.username.toLowerCase()}`;
  const byAddress = `address:${network(attempt.address)}`;
  await charge(database, byAddress, FREE_BY_ADDRESS);
  try {
    await charge(database, byName, FREE_BY_NAME);
  } catch (error) {
    await forgiveAttempt(database, byAddress);
    throw error;
  }
  const user = await findUserForSignIn(database, attempt.username);
  const right = await verifyPassword(user?.passwordHash ?? null, attempt.password);
  if (!user || !right) throw new AppError('invalid', 'User name or password is wrong.');
  await forgetFailures(database, byName);
  // The address is not cleared: whoever holds one account could else try others between two sign-ins of the own one.
  await forgiveAttempt(database, byAddress);
  const token = await startSession(database, {
    userId: user.id,
    address: attempt.address,
    userAgent: attempt.userAgent,
  });
  return { token, user: user.data };
}

async function charge(database: Database, subject: string, free: number): Promise<void> {
  const waitS = await chargeAttempt(database, subject, free);
  if (waitS > 0) {
    throw new AppError('too-many', `Too many attempts. Try again in ${waitS} s.`, { retryAfterS: waitS });
  }
}

/** The address, of IPv6 its /64: one machine has all the addresses of it. */
function network(address: string): string {
  if (!address.includes(':') || address.includes('.')) return address;
  const [head = '', tail = ''] = address.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === '' ? [] : tail.split(':');
  const groups = address.includes('::')
    ? [...left, ...Array.from({ length: 8 - left.length - right.length }, () => '0'), ...right]
    : left;
  return groups.slice(0, 4).join(':');
}
