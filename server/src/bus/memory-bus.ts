import type { Logger } from 'pino';
import type { Bus, BusEvents } from './bus.ts';

type Listeners = { [Name in keyof BusEvents]: Set<(event: BusEvents[Name]) => void> };

/** The bus of one process, which also tells whether it knows an event of that name. */
export interface MemoryBus extends Bus {
  knows(name: string): name is keyof BusEvents;
}

/** The bus of one process. A listener that throws is logged and does not affect the others. */
export function createMemoryBus(logger: Logger): MemoryBus {
  const listeners: Listeners = {
    'fleet-changed': new Set(),
    'devices-moved': new Set(),
    'facts-recomputed': new Set(),
    'session-ended': new Set(),
    'access-changed': new Set(),
    notified: new Set(),
    'tracking-changed': new Set(),
    'past-changed': new Set(),
    'places-sealed': new Set(),
    'runs-changed': new Set(),
    'addresses-known': new Set(),
    'alarm-cleared': new Set(),
    'alarms-changed': new Set(),
    'mail-waiting': new Set(),
    'device-awaited': new Set(),
    'device-arrived': new Set(),
    'command-made': new Set(),
    'command-ended': new Set(),
    'blocked-networks-changed': new Set(),
    'json-profiles-changed': new Set(),
    'layout-profiles-changed': new Set(),
    'no-space': new Set(),
    stored: new Set(),
    'ingest-owners-changed': new Set(),
    'process-started': new Set(),
    'events-lost': new Set(),
    'contacts-watched': new Set(),
    'contacts-changed': new Set(),
    'contact-awaited': new Set(),
    'work-begun': new Set(),
    question: new Set(),
    answered: new Set(),
  };
  return {
    publish: (name, event) => {
      for (const listener of listeners[name]) {
        try {
          listener(event);
        } catch (error) {
          logger.error({ error, name }, 'A listener of the bus failed');
        }
      }
    },
    subscribe: (name, listener) => {
      listeners[name].add(listener);
      return () => listeners[name].delete(listener);
    },
    knows: (name): name is keyof BusEvents => Object.hasOwn(listeners, name),
  };
}
