import type { DeviceContact, DeviceContactFilter } from '@milepost/contract/device-operations';
import type { Caller } from '../store/people/callers.ts';
import { matchesFilter } from '../gateway/contact-filter.ts';
import type { Queryable } from '../store/database.ts';
import { findKnownDevices } from '../store/devices/known-devices.ts';
import { visibleContacts } from './visible-contacts.ts';

/**
 * Completes these device contacts in one query; the result selects those that match a caller's filter and that the
 * caller may see.
 */
export async function lookUpContacts(
  database: Queryable,
  contacts: readonly DeviceContact[],
): Promise<(caller: Caller, filter: DeviceContactFilter) => DeviceContact[]> {
  const identities = contacts.flatMap((contact) => contact.identity ?? []);
  const known = await findKnownDevices(database, identities);
  return ({ scope }, filter) =>
    visibleContacts(contacts, known, scope, filter.identity).filter((contact) => matchesFilter(contact, filter));
}
