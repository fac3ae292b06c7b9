import { fault } from '@milepost/contract/fault';
import { AppError } from '../errors.ts';
import type { Database } from '../store/database.ts';
import { chargeAttempt, forgiveAttempt, FREE_BY_NAME } from '../store/people/sign-in-failures.ts';
import type { BrowserMark } from './browser-mark.ts';
import { network } from './network.ts';

/** Attempts that fail before waiting begins, for an address: looser than for an account, because an office shares one. */
const FREE_BY_ADDRESS = 20;

/** Subjects under which attempts are counted, besides those of `sign-in-failures.ts`. */
/** Attempts from a browser in which this user signed in before: nobody else's count, not even behind one address. */
export const byBrowser = ({ id }: BrowserMark) => `browser:${id}`;
export const byCode = (userId: number) => `code:${userId}`;
export const byBrowserCode = ({ id }: BrowserMark) => `browser-code:${id}`;
export const byOwnPassword = (userId: number) => `password:${userId}`;
export const byAddress = (address: string) => `address:${network(address)}`;

/**
 * Counts an attempt before it is looked at.
 * @throws AppError `too-many` with the seconds to wait, in which case nothing was counted
 */
export async function charge(database: Database, subject: string, free: number = FREE_BY_NAME): Promise<void> {
  const waitS = await chargeAttempt(database, subject, free);
  if (waitS > 0) {
    throw new AppError('too-many', fault('too-many-attempts', { wait: waitS }), { retryAfterS: waitS });
  }
}

/** What an attempt is counted by: an account, and the address it comes from, null where only the account counts. */
export interface Counted {
  subject: string;
  address: string | null;
}

/** @throws AppError `too-many`, in which case nothing was counted */
export async function chargeCounted(database: Database, { subject, address }: Counted): Promise<void> {
  if (address !== null) await charge(database, byAddress(address), FREE_BY_ADDRESS);
  try {
    await charge(database, subject);
  } catch (error) {
    await forgiveAddress(database, address);
    throw error;
  }
}

/** Takes the attempt back that was counted for an address. */
export async function forgiveAddress(database: Database, address: string | null): Promise<void> {
  if (address !== null) await forgiveAttempt(database, byAddress(address));
}
