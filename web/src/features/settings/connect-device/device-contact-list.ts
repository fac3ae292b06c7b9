import type { DeviceContact } from '@milepost/contract/device-operations';
import { MAX_CONTACTS } from '@milepost/contract/live-constants';

/**
 * Merges new contacts into the list, replacing those with the same key. A device that identifies itself removes its
 * entry under the address alone.
 */
export function mergeContacts(rows: readonly DeviceContact[], arrived: Iterable<DeviceContact>): DeviceContact[] {
  const byKey = new Map(rows.map((row) => [row.key, row]));
  for (const contact of arrived) {
    byKey.set(contact.key, contact);
    const nameless = `${contact.protocol}:@${contact.address}`;
    if (contact.key !== nameless) byKey.delete(nameless);
  }
  return [...byKey.values()];
}

/** The most recent contacts, up to the server's maximum: a flood must not grow the list without limit. */
export function newestContacts(rows: readonly DeviceContact[]): DeviceContact[] {
  return rows.toSorted((a, b) => b.lastSeenAt.localeCompare(a.lastSeenAt)).slice(0, MAX_CONTACTS);
}

/**
 * Sorted by first appearance, newest first, and stable however often each sends, so that no row moves under a click.
 */
export function sortContacts(rows: readonly DeviceContact[]): DeviceContact[] {
  return rows.toSorted((a, b) => b.firstSeenAt.localeCompare(a.firstSeenAt) || a.key.localeCompare(b.key));
}

export const isKnown = ({ deviceId }: DeviceContact) => deviceId !== null;
