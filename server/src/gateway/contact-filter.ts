import type { DeviceContact, DeviceContactFilter } from '@milepost/contract/device-operations';
import { normalIdentity } from '../store/devices/identity.ts';

/** Shorter parts match half of a fleet, so they are not treated as a search for one device. */
const MIN_AWAITED = 4;

/** The identity that this filter searches for; null when it searches for none in particular. */
export function awaitedBy({ identity }: DeviceContactFilter): string | null {
  return identity !== null && identity.length >= MIN_AWAITED ? identity : null;
}

/** True when a contact matches the filter. Its device and registration must be filled in. */
export function matchesFilter(contact: DeviceContact, filter: DeviceContactFilter): boolean {
  const { protocol, address, known } = filter;
  if (protocol !== null && contact.protocol !== protocol) return false;
  if (address !== null && !contact.address.startsWith(address)) return false;
  if (known !== undefined && (contact.deviceId !== null) !== known) return false;
  if (filter.identity === null) return true;
  const part = normalIdentity(filter.identity).toLowerCase();
  return [contact.identity, contact.registration].some((text) => text?.toLowerCase().includes(part));
}
