import type { Knock, KnockFilter } from '@milepost/contract/device-routes';
import type { Caller } from '../store/people/callers.ts';
import { matchesFilter } from '../gateway/knock-filter.ts';
import type { Queryable } from '../store/database.ts';
import { findKnownDevices } from '../store/devices/known-devices.ts';
import { visibleKnocks } from './visible-knocks.ts';

/** Looks up these knocks at once; the result says which of them a caller may see, of those that are asked for. */
export async function whoKnocks(
  database: Queryable,
  knocks: readonly Knock[],
): Promise<(caller: Caller, filter: KnockFilter) => Knock[]> {
  const identities = knocks.flatMap((knock) => knock.identity ?? []);
  const known = await findKnownDevices(database, identities);
  return ({ scope }, filter) =>
    visibleKnocks(knocks, known, scope, filter.identity).filter((knock) => matchesFilter(knock, filter));
}
