import type { LoginUserData } from '@milepost/contract/session-operations';
import type { SignIn } from '@milepost/contract/admin-operations';
import { AppError, fieldError } from '../errors.ts';
import { type Database, inTransaction } from '../store/database.ts';
import { byKnown, byName, forgetFailures, forgiveAttempt } from '../store/people/sign-in-failures.ts';
import { isNewNetwork, knowsNetwork, logSignIn } from '../store/people/sign-ins.ts';
import { endChallenge, findChallenge, insertChallenge } from '../store/people/two-factor.ts';
import { findSignInUserById, findUserForSignIn, type SignInUser } from '../store/people/sign-in-users.ts';
import type { BrowserMark } from './browser-mark.ts';
import { network } from './network.ts';
import { verifyPassword } from './passwords.ts';
import { takeCode } from './second-factor.ts';
import type { SecretBox } from './secret-box.ts';
import { startSession } from './sessions.ts';
import { byBrowser, byBrowserCode, byCode, chargeCounted, type AttemptKeys, forgiveAddress } from './throttle.ts';
import { newToken, tokenHash } from './tokens.ts';

interface From {
  address: string;
  userAgent: string;
  /** The mark of a browser in which a person signed in before. */
  mark?: BrowserMark | null;
}

export interface SignInAttempt extends From {
  username: string;
  password: string;
  /** A cookie of this browser, to which a second step is bound. */
  cookie: string;
}

/** A started session. */
export interface SignedIn {
  token: string;
  userId: number;
  user: LoginUserData;
  /** True when it can only be used to set up a second factor, and for everything after that. */
  secondFactorDue: boolean;
  /** True for the first sign-in from this network. */
  newNetwork: boolean;
}

/**
 * Checks user name and password; starts a session or, with two-factor sign-in, returns a challenge for the code.
 * @throws AppError `invalid` with one message whichever part was wrong, `too-many` with the seconds to wait
 */
export async function signIn(database: Database, attempt: SignInAttempt): Promise<SignedIn | { challenge: string }> {
  const user = await findUserForSignIn(database, attempt.username);
  const log = (result: SignIn['result']) => logAttempt(database, user, attempt.username, attempt, result);
  // Queried for unknown users, too, so that the time taken does not reveal whether a user exists.
  const known = await knowsNetwork(database, user?.id ?? 0, network(attempt.address));
  const counted: AttemptKeys = ownBrowser(user, attempt, byBrowser) ?? {
    subject: user && known ? byKnown(user.id) : byName(attempt.username),
    address: attempt.address,
  };
  const { subject, address } = counted;
  await chargeCounted(database, counted).catch(async (error: unknown) => {
    await log('locked');
    throw error;
  });
  const right = await verifyPassword(user?.passwordHash ?? null, attempt.password).catch(async (error: unknown) => {
    // The password was not checked, so the attempt does not count.
    await forgiveAttempt(database, subject);
    await forgiveAddress(database, address);
    throw error;
  });
  if (!user || !right || user.disabled) {
    await log(user?.disabled && right ? 'disabled' : 'wrong-password');
    throw new AppError('invalid', 'sign-in-wrong');
  }
  await forgetFailures(database, subject);
  // The address is not cleared: otherwise the owner of one account could try others between two sign-ins of their own.
  await forgiveAddress(database, address);
  if (!user.twoFactor) return begin(database, user, attempt);
  const challenge = newToken();
  await insertChallenge(database, {
    tokenHash: tokenHash(challenge),
    userId: user.id,
    cookieHash: tokenHash(attempt.cookie),
  });
  return { challenge };
}

/**
 * The second step: the code for a challenge of `signIn`, from the same browser.
 * @throws AppError `invalid` when the challenge has expired or the code is wrong, `too-many`
 */
export async function signInWithCode(
  database: Database,
  box: SecretBox,
  attempt: From & { challenge: string; code: string; cookies: readonly string[] },
): Promise<SignedIn> {
  const challenge = tokenHash(attempt.challenge);
  const userId = await findChallenge(database, challenge, attempt.cookies.map(tokenHash));
  const user = userId === null ? null : await findSignInUserById(database, userId);
  if (!user || user.disabled) throw tooLate();
  const log = (result: SignIn['result']) => logAttempt(database, user, user.data.USERNAME, attempt, result);
  const counted: AttemptKeys = ownBrowser(user, attempt, byBrowserCode) ?? {
    subject: byCode(user.id),
    address: attempt.address,
  };
  await chargeCounted(database, counted).catch(async (error: unknown) => {
    await log('locked');
    throw error;
  });
  const outcome = await inTransaction(database, async (db) => {
    if (!(await takeCode(db, box, user.id, attempt.code))) return 'wrong';
    return (await endChallenge(db, challenge)) ? 'right' : 'late';
  });
  if (outcome === 'late') throw tooLate();
  if (outcome === 'wrong') {
    await log('wrong-code');
    throw fieldError('invalid', { code: 'code-used' });
  }
  await forgetFailures(database, counted.subject);
  await forgiveAddress(database, counted.address);
  return begin(database, user, attempt);
}

/** The counters for attempts from a browser in which this user signed in before; null for any other browser. */
function ownBrowser(
  user: SignInUser | null,
  { mark }: From,
  subject: (mark: BrowserMark) => string,
): AttemptKeys | null {
  return mark && user?.id === mark.userId ? { subject: subject(mark), address: null } : null;
}

function begin(database: Database, user: SignInUser, { address, userAgent }: From): Promise<SignedIn> {
  return inTransaction(database, async (db) => {
    const newNetwork = await isNewNetwork(db, user.id, network(address));
    const { secondFactorDue } = user;
    const token = await startSession(db, { userId: user.id, address, userAgent, secondFactorDue });
    await logAttempt(db, user, user.data.USERNAME, { address, userAgent }, 'success');
    return { token, userId: user.id, user: user.data, secondFactorDue, newNetwork };
  });
}

function logAttempt(
  db: Parameters<typeof logSignIn>[0],
  user: SignInUser | null,
  username: string,
  { address, userAgent }: From,
  result: SignIn['result'],
): Promise<void> {
  return logSignIn(db, { username, user, address, network: network(address), userAgent, result });
}

function tooLate(): AppError {
  return new AppError('invalid', 'too-long');
}
