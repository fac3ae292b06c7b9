import type { DeviceContact, DeviceContactFilter } from '@milepost/contract/device-operations';
import type { Logger } from 'pino';
import { awaitedBy } from '../gateway/contact-filter.ts';
import type { Caller } from '../store/people/callers.ts';
import type { LiveConnection } from './live-connection.ts';

export interface ContactSource {
  contacts: {
    listen(listener: (contacts: DeviceContact[]) => void): () => void;
    await(part: string): void;
  };
  /**
   * Completes these contacts in one query; the result selects those that match a caller's filter and that the caller
   * may see.
   */
  contactsFor: (
    contacts: readonly DeviceContact[],
  ) => Promise<(caller: Caller, filter: DeviceContactFilter) => DeviceContact[]>;
}

interface Options extends ContactSource {
  logger: Logger;
  members: () => LiveConnection[];
}

/** Sends the contacts of devices with the gateway to the browsers that show them. */
export interface ContactFeed {
  /** Called when a browser may have started or stopped to show contacts. */
  update(): void;
  stop(): void;
}

/** Each batch of contacts costs a query, so the feed subscribes only while a browser shows them. */
export function createContactFeed({ contacts: source, contactsFor, logger, members }: Options): ContactFeed {
  let stopContacts: (() => void) | null = null;
  const contactFilters = () => {
    const filters = members().flatMap((live) => live.contactFilter ?? []);
    for (const filter of filters) {
      const awaited = awaitedBy(filter);
      if (awaited !== null) source.await(awaited);
    }
    return filters;
  };
  const send = async (contacts: DeviceContact[]) => {
    contactFilters();
    const visibleTo = await contactsFor(contacts);
    for (const live of members()) {
      const filter = live.contactFilter;
      if (filter) live.sendContacts(visibleTo(live.caller, filter));
    }
  };
  return {
    update: () => {
      const wanted = contactFilters().length > 0;
      if (wanted === (stopContacts !== null)) return;
      stopContacts?.();
      stopContacts = wanted
        ? source.listen((contacts) => {
            send(contacts).catch((error: unknown) => logger.warn({ error }, 'Contacts of devices could not be sent'));
          })
        : null;
    },
    stop: () => stopContacts?.(),
  };
}
