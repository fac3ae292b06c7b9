import type { Broker } from '@milepost/contract/json-profile-operations';
import type { Logger } from 'pino';
import { type BrokerAddress, brokerName } from './broker-address.ts';
import { type BrokerConnection, type BrokerMessage, openBrokerConnection } from './broker-connection.ts';

export interface BrokerSettings {
  address: BrokerAddress;
  /** The id by which the broker recognises us and retains unacknowledged messages. */
  clientId: string;
  /** Topic filters besides those of the profiles. */
  filters: readonly string[];
}

export interface BrokerLink {
  status(): Broker;
  setFilters(filters: readonly string[]): void;
  isConnected(): boolean;
  publish(topic: string, text: string): void;
  /** `reason` pauses reading from the broker until it is lifted. */
  hold(reason: string): void;
  lift(reason: string): void;
  /** Reconnects, so that unacknowledged messages are delivered again. */
  again(reason: string): void;
  close(): Promise<void>;
}

interface LinkOptions extends BrokerSettings {
  logger: Logger;
  onMessage(message: BrokerMessage, from: string, stored: () => void): void;
}

const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 60_000;
/** A connection that lasted this long resets the back-off. */
const LASTING_MS = 30_000;
/** The interval of log lines about a broker that stays unreachable. */
const LOG_EVERY_MS = 600_000;
const CLOSE_WITHIN_MS = 1500;

/** Keeps a connection to a broker open and reconnects after every failure. */
export function createBrokerLink(options: LinkOptions): BrokerLink {
  const { logger, address } = options;
  const broker = brokerName(address);
  const held = new Set<string>();
  let filters = [...options.filters];
  let refused = new Set<string>();
  let connection: BrokerConnection | null = null;
  let state: Broker['state'] = 'connecting';
  let since = Date.now();
  let fault: string | null = null;
  let messages = 0;
  let waitMs = FIRST_WAIT_MS;
  let due: NodeJS.Timeout | null = null;
  let closed: (() => void) | null = null;
  let logged = { reason: '', at: -Infinity };

  const become = (next: Broker['state']) => {
    if (next !== state) since = Date.now();
    state = next;
  };

  const lost = (reason: string) => {
    if (state === 'connected' && Date.now() - since >= LASTING_MS) waitMs = FIRST_WAIT_MS;
    connection = null;
    fault = reason;
    become('away');
    if (closed) return closed();
    if (reason !== logged.reason || Date.now() - logged.at >= LOG_EVERY_MS) {
      logger.warn({ broker, reason }, 'The MQTT broker is not reachable; retrying');
      logged = { reason, at: Date.now() };
    }
    // Random jitter, so that not all servers of a broker reconnect at the same moment.
    due = setTimeout(open, waitMs * (0.75 + Math.random() / 2));
    waitMs = Math.min(LONGEST_WAIT_MS, waitMs * 2);
    return undefined;
  };

  const open = () => {
    due = null;
    refused = new Set();
    connection = openBrokerConnection({
      address,
      clientId: options.clientId,
      filters: () => filters,
      onConnected: (hadSession) => {
        fault = null;
        logged = { reason: '', at: -Infinity };
        become('connected');
        logger.info({ broker, hadSession, filters }, 'Connected to the MQTT broker');
      },
      onMessage: (message, from, stored) => {
        messages += 1;
        options.onMessage(message, from, stored);
      },
      onRefused: (topics) => {
        for (const topic of topics) refused.add(topic);
        logger.warn({ broker, topics }, 'The MQTT broker refuses these topics');
      },
      onSkipped: (count) =>
        logger.error(
          { broker, count },
          'Messages from the MQTT broker could not be stored; the broker will send them again',
        ),
      onEnd: lost,
    });
    for (const reason of held) connection.hold(reason);
  };
  open();

  return {
    status: () => ({
      address: broker,
      state,
      since: new Date(since).toISOString(),
      fault,
      filters: [...filters],
      refused: [...refused],
      messages,
    }),
    setFilters: (next) => {
      const added = next.filter((one) => !filters.includes(one));
      const gone = filters.filter((one) => !next.includes(one));
      filters = [...next];
      for (const one of gone) refused.delete(one);
      connection?.subscribe(added);
      connection?.unsubscribe(gone);
    },
    isConnected: () => state === 'connected',
    publish: (topic, text) => connection?.publish(topic, text),
    hold: (reason) => {
      held.add(reason);
      connection?.hold(reason);
    },
    lift: (reason) => {
      held.delete(reason);
      connection?.lift(reason);
    },
    again: (reason) => connection?.fail(reason),
    close: () =>
      new Promise((resolve) => {
        closed = resolve;
        if (due) clearTimeout(due);
        if (!connection) return resolve();
        connection.close();
        setTimeout(resolve, CLOSE_WITHIN_MS).unref();
      }),
  };
}
