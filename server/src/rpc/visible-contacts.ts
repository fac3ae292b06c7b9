import type { DeviceContact } from '@milepost/contract/device-operations';
import { normalIdentity } from '../store/devices/identity.ts';
import type { KnownDevice } from '../store/devices/known-devices.ts';
import type { Scope } from '../store/scope.ts';

/**
 * The device contacts that a caller may see, each with its vehicle: registered devices of the scope. Unregistered
 * devices are shown to the root organisation, or to a caller who enters one (`asked`) by its full identity.
 */
export function visibleContacts(
  contacts: readonly DeviceContact[],
  known: readonly KnownDevice[],
  scope: Scope,
  requestedIdentity?: string | null,
): DeviceContact[] {
  const devices = new Map(known.map((device) => [device.identity, device]));
  const wanted = requestedIdentity ? normalIdentity(requestedIdentity) : null;
  return contacts.flatMap((contact): DeviceContact[] => {
    const identity = contact.identity === null ? null : normalIdentity(contact.identity);
    const device = identity === null ? undefined : devices.get(identity);
    if (!device) {
      const unknown = { ...contact, deviceId: null, vehicleId: null, registration: null };
      return scope.root || (wanted !== null && identity === wanted) ? [unknown] : [];
    }
    if (!scope.organisationIds.includes(device.organisationId)) return [];
    const { deviceId, vehicleId, registration } = device;
    const since = sinceItBegan(contact, device.beginsAt ?? null);
    return since ? [{ ...since, deviceId, vehicleId, registration }] : [];
  });
}

/**
 * The contact of a device as the organisation it moved to may see it: nothing from before. Null when it has sent
 * nothing since.
 */
function sinceItBegan(contact: DeviceContact, beginsAt: Date | null): DeviceContact | null {
  if (beginsAt === null) return contact;
  const isBefore = (at: string) => Date.parse(at) < beginsAt.getTime();
  if (isBefore(contact.lastSeenAt)) return null;
  return {
    ...contact,
    firstSeenAt: isBefore(contact.firstSeenAt) ? beginsAt.toISOString() : contact.firstSeenAt,
    unknownMessages: contact.unknownMessages.filter(({ lastAt }) => !isBefore(lastAt)),
  };
}
