import type { DeviceContact, DeviceContactFilter } from '@milepost/contract/device-routes';
import { normalIdentity } from '../store/devices/identity.ts';

/** Shorter parts are those of half a fleet: nobody waits for them. */
const MIN_AWAITED = 4;

/** What somebody waits for who filters so; null where it is nothing in particular. */
export function awaitedBy({ identity }: DeviceContactFilter): string | null {
  return identity !== null && identity.length >= MIN_AWAITED ? identity : null;
}

/** Whether a knock is one of those that were asked for. Its device and registration must be filled in. */
export function matchesFilter(contact: DeviceContact, filter: DeviceContactFilter): boolean {
  const { protocol, address, known } = filter;
  if (protocol !== null && contact.protocol !== protocol) return false;
  if (address !== null && !contact.address.startsWith(address)) return false;
  if (known !== undefined && (contact.deviceId !== null) !== known) return false;
  if (filter.identity === null) return true;
  const part = normalIdentity(filter.identity).toLowerCase();
  return [contact.identity, contact.registration].some((text) => text?.toLowerCase().includes(part));
}
