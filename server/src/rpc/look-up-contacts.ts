import type { DeviceContact, DeviceContactFilter } from '@milepost/contract/device-operations';
import { may } from '../auth/caller.ts';
import type { Caller } from '../store/people/callers.ts';
import { matchesFilter } from '../gateway/contact-filter.ts';
import type { Queryable } from '../store/database.ts';
import { normalIdentity } from '../store/devices/identity.ts';
import { findKnownDevices } from '../store/devices/known-devices.ts';
import { findPrivateIdentities } from '../store/private-time/private-identities.ts';
import { visibleContacts } from './visible-contacts.ts';

/**
 * Completes these device contacts; the result selects those that match a caller's filter and that the caller may see.
 */
export async function lookUpContacts(
  database: Queryable,
  contacts: readonly DeviceContact[],
): Promise<(caller: Caller, filter: DeviceContactFilter) => DeviceContact[]> {
  const identities = identitiesOf(contacts);
  const [known, hidden] = await Promise.all([
    findKnownDevices(database, identities),
    findPrivateIdentities(database, identities),
  ]);
  return (caller, filter) =>
    visibleContacts(contacts, known, caller.scope, filter.identity)
      .filter((contact) => matchesFilter(contact, filter))
      .map((contact) => concealed(caller, contact, hidden));
}

/** The contacts without frames that may tell a place of private time, unless the caller may see these. */
export async function concealFrames(
  database: Queryable,
  caller: Caller,
  contacts: readonly DeviceContact[],
): Promise<DeviceContact[]> {
  const hidden = await findPrivateIdentities(database, identitiesOf(contacts));
  return contacts.map((contact) => concealed(caller, contact, hidden));
}

/** The private ones of these identities; none for a caller who may see places of private time. */
export async function privateIdentitiesFor(
  database: Queryable,
  caller: Caller,
  identities: readonly string[],
): Promise<ReadonlySet<string>> {
  return maySee(caller) ? new Set() : findPrivateIdentities(database, identities);
}

const maySee = (caller: Caller) => may(caller, 'private-trips', 'view');

const identitiesOf = (contacts: readonly DeviceContact[]) => contacts.flatMap(({ identity }) => identity ?? []);

function concealed(caller: Caller, contact: DeviceContact, hidden: ReadonlySet<string>): DeviceContact {
  const { identity, unknownMessages } = contact;
  if (identity === null || !hidden.has(normalIdentity(identity)) || maySee(caller)) return contact;
  return {
    ...contact,
    lastFrame: null,
    decoded: null,
    unknownMessages: unknownMessages.map((one) => ({ ...one, frame: null })),
  };
}
