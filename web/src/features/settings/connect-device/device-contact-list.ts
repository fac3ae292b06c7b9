import type { DeviceContact } from '@milepost/contract/device-routes';
import { MAX_CONTACTS } from '@milepost/contract/live-constants';

/**
 * Knocks with those that arrived put in place of what was known under the same key. A device that says who it is drops
 * the entry under which only its address stood.
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

/** Those heard last, as many as the server would tell: a flood must not grow the list without end. */
export function newestContacts(rows: readonly DeviceContact[]): DeviceContact[] {
  return rows.toSorted((a, b) => b.lastSeenAt.localeCompare(a.lastSeenAt)).slice(0, MAX_CONTACTS);
}

/** The newest to appear first, and staying there however often each sends, so that no row jumps away under a click. */
export function sortContacts(rows: readonly DeviceContact[]): DeviceContact[] {
  return rows.toSorted((a, b) => b.firstSeenAt.localeCompare(a.firstSeenAt) || a.key.localeCompare(b.key));
}

export const isKnown = ({ deviceId }: DeviceContact) => deviceId !== null;
