import { fault } from '@milepost/contract/fault';
import { AppError } from '../errors.ts';
import type { Database } from '../store/database.ts';
import { chargeAttempt, forgiveAttempt, FREE_BY_NAME } from '../store/people/sign-in-failures.ts';
import type { BrowserMark } from './browser-mark.ts';
import { network } from './network.ts';

/** Failed attempts of an address before waiting begins; more than for an account, because an office shares one. */
const FREE_BY_ADDRESS = 20;

/** Keys for counting attempts, besides those of `sign-in-failures.ts`. */
/**
 * Attempts from a browser in which this user signed in before: nobody else's are counted with them, even behind one
 * address.
 */
export const byBrowser = ({ id }: BrowserMark) => `browser:${id}`;
export const byCode = (userId: number) => `code:${userId}`;
export const byBrowserCode = ({ id }: BrowserMark) => `browser-code:${id}`;
export const byOwnPassword = (userId: number) => `password:${userId}`;
export const byAddress = (address: string) => `address:${network(address)}`;

/**
 * Counts an attempt before it is checked.
 * @throws AppError `too-many` with the seconds to wait, in which case nothing was counted
 */
export async function charge(database: Database, subject: string, free: number = FREE_BY_NAME): Promise<void> {
  const waitS = await chargeAttempt(database, subject, free);
  if (waitS > 0) {
    throw new AppError('too-many', fault('too-many-attempts', { wait: waitS }), { retryAfterS: waitS });
  }
}

/**
 * The keys for counting an attempt: an account, and the address that it comes from, null when only the account counts.
 */
export interface AttemptKeys {
  subject: string;
  address: string | null;
}

/** @throws AppError `too-many`, in which case nothing was counted */
export async function chargeCounted(database: Database, { subject, address }: AttemptKeys): Promise<void> {
  if (address !== null) await charge(database, byAddress(address), FREE_BY_ADDRESS);
  try {
    await charge(database, subject);
  } catch (error) {
    await forgiveAddress(database, address);
    throw error;
  }
}

/** Takes back an attempt counted for an address. */
export async function forgiveAddress(database: Database, address: string | null): Promise<void> {
  if (address !== null) await forgiveAttempt(database, byAddress(address));
}
