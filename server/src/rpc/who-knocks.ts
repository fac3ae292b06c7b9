import type { DeviceContact, DeviceContactFilter } from '@milepost/contract/device-routes';
import type { Caller } from '../store/people/callers.ts';
import { matchesFilter } from '../gateway/knock-filter.ts';
import type { Queryable } from '../store/database.ts';
import { findKnownDevices } from '../store/devices/known-devices.ts';
import { visibleKnocks } from './visible-knocks.ts';

/** Looks up these knocks together; the result picks those that a caller asked for and may see. */
export async function whoKnocks(
  database: Queryable,
  knocks: readonly DeviceContact[],
): Promise<(caller: Caller, filter: DeviceContactFilter) => DeviceContact[]> {
  const identities = knocks.flatMap((knock) => knock.identity ?? []);
  const known = await findKnownDevices(database, identities);
  return ({ scope }, filter) =>
    visibleKnocks(knocks, known, scope, filter.identity).filter((knock) => matchesFilter(knock, filter));
}
