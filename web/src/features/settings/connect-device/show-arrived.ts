import type { DeviceContact } from '@milepost/contract/device-operations';
import { hashKey, type QueryClient, type QueryKey } from '@tanstack/react-query';
import type { CallOutput } from '../../../api/call.ts';
import { mergeContacts, newestContacts } from './device-contact-list.ts';

export type DeviceContactList = CallOutput<'get-knock-list'>;

/** A fleet contacts the gateway far more often than a person can read: new contacts are displayed at this interval. */
const SHOW_EVERY_MS = 400;

/**
 * Merges new contacts into the list under `key`, until it is stopped. Those that arrived before a reload of the list
 * are merged before it starts: the reply is newer, and a device that was adopted meanwhile must not reappear as
 * unknown.
 *
 * @param listen subscribes to new contacts; returns a function that unsubscribes
 */
export function showArrived(
  client: QueryClient,
  key: QueryKey,
  listen: (take: (contact: DeviceContact) => void) => () => void,
): () => void {
  const arrived = new Map<string, DeviceContact>();
  const show = () => {
    if (arrived.size === 0) return;
    const changes = [...arrived.values()];
    arrived.clear();
    client.setQueryData<DeviceContactList>(key, (held) => held && withArrived(held, changes));
  };
  const stopListening = listen((contact) => arrived.set(contact.key, contact));
  const timer = setInterval(show, SHOW_EVERY_MS);
  const hash = hashKey(key);
  const stopWatching = client.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'fetch' && event.query.queryHash === hash) show();
  });
  return () => {
    stopWatching();
    clearInterval(timer);
    stopListening();
  };
}

/** The counts include the merged contacts, until the server sends them again. */
function withArrived(held: DeviceContactList, changes: readonly DeviceContact[]): DeviceContactList {
  const rows = mergeContacts(held.rows, changes);
  const more = (isKnown: boolean) => {
    const count = (some: readonly DeviceContact[]) =>
      some.filter(({ deviceId }) => (deviceId !== null) === isKnown).length;
    return count(rows) - count(held.rows);
  };
  return { ...held, rows: newestContacts(rows), unknown: held.unknown + more(false), known: held.known + more(true) };
}
