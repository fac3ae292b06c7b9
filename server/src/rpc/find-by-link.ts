import { byAddress, charge } from '../auth/throttle.ts';
import { tokenHash } from '../auth/tokens.ts';
import type { Database } from '../store/database.ts';
import type { OpenContext } from './handler.ts';

/** Invalid links before an address has to wait. */
const FREE_WRONG = 20;

/**
 * The target of a public link's token; null for an invalid one. Only invalid ones are counted, by address, because the
 * viewers of a vehicle or a delivery call every few seconds.
 * @param kind the kind whose invalid links are counted together
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
