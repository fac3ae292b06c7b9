import { byAddress, charge } from '../auth/throttle.ts';
import { tokenHash } from '../auth/tokens.ts';
import type { Database } from '../store/database.ts';
import type { OpenContext } from './handler.ts';

/** Wrong links before an address has to wait. */
const FREE_WRONG = 20;

/**
 * What the token of a public link leads to; null for a wrong one. Only wrong ones are counted, by address: whoever watches
 * a vehicle or a delivery asks every few seconds.
 * @param kind whose wrong links are counted together
 */
export async function findByLink<Found>(
  { services: { database, proved }, client }: OpenContext,
  kind: 'share' | 'run-link' | 'driver-message',
  token: string,
  find: (db: Database, hash: Buffer) => Promise<Found | null>,
): Promise<Found | null> {
  const found = await proved.find(token, () => find(database, tokenHash(token)));
  if (found === null) await charge(database, `${kind}-${byAddress(client.address)}`, FREE_WRONG);
  return found;
}
