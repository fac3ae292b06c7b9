import type { Logger } from 'pino';
import type { SecretBox } from '../auth/secret-box.ts';
import { type Asks, createAsks } from '../bus/asks.ts';
import type { Bus } from '../bus/bus.ts';
import { createMemoryBus } from '../bus/memory-bus.ts';
import { createNotifyBus } from '../bus/notify-bus.ts';
import { listPeers, type Peer } from '../bus/peers.ts';
import { processName } from '../database/process-name.ts';
import { ANSWERED_BY, type Questions } from '../bus/questions.ts';
import type { OpenDatabase } from '../database/open.ts';
import type { DatabaseUse } from '../database/server-lock.ts';
import type { Database } from '../store/database.ts';
import type { Parts } from './parts.ts';
import type { Role } from './role-names.ts';

interface JoinOptions {
  use: DatabaseUse;
  roles: ReadonlySet<Role>;
  database: OpenDatabase;
  secrets: Pick<SecretBox, 'busKey'>;
  logger: Logger;
  stops: Parts['stops'];
}

/** What joins the processes of an installation. */
export interface JoinedProcesses {
  bus: Bus;
  asks: Asks;
  /** The other processes, the oldest first. */
  peers: () => Promise<Peer[]>;
}

/** Peers change rarely, and questions to all are sent while a screen is open. */
const PEERS_FOR_MS = 2000;
/** States are requested again in this time; without a request they are sent for a little longer. */
const STATES_EVERY_MS = 5000;
const STATES_FOR_MS = 3 * STATES_EVERY_MS;

/** The bus of this process: in memory when it is the only one, which costs the database nothing. */
export async function joinProcesses(options: JoinOptions): Promise<JoinedProcesses> {
  const { use, roles, database, secrets, logger, stops } = options;
  const name = processName(roles);
  if (use === 'alone') {
    const bus = createMemoryBus(logger);
    const none = new Set<string>();
    const asks = createAsks({ bus, process: name, others: () => Promise.resolve(none), logger });
    return { bus, asks, peers: () => Promise.resolve([]) };
  }
  const bus = await createNotifyBus({
    url: database.url,
    key: secrets.busKey,
    logger,
    onGap: (local) => void announceEverything(database.pools.jobs, local, logger),
  });
  stops.push(bus.stop);
  let known: { at: number; all: Promise<Peer[]> } | null = null;
  const peers = async () => {
    if (known === null || performance.now() - known.at > PEERS_FOR_MS) {
      known = { at: performance.now(), all: listPeers(database.pools.vital) };
      known.all.catch(() => (known = null));
    }
    return (await known.all).filter((peer) => peer.name !== name);
  };
  const others = async (question: keyof Questions) => {
    const role = ANSWERED_BY[question];
    const able = (await peers()).filter(
      (peer) => role === null || [role].flat().some((one) => peer.roles.includes(one)),
    );
    return new Set(able.map((peer) => peer.name));
  };
  const asks = createAsks({ bus, process: name, others, logger });
  const stopStarted = bus.subscribe('process-started', () => (known = null));
  stops.push(() => stopStarted());
  if (roles.has('ingest')) asks.answer('states', () => ({ continued: bus.shareStates(STATES_FOR_MS) }));
  else if (roles.has('web')) stops.push(await followStates(bus, asks));
  return { bus, asks, peers };
}

/**
 * Has the newest states of devices sent to this process from now on. Announces events as lost whenever some states may not
 * have been sent. Returns the function that ends this.
 */
async function followStates(bus: Bus, asks: Asks): Promise<() => void> {
  let isFirst = true;
  const ask = async () => {
    const answers = await asks.ask('states', {});
    if (!isFirst && answers.some(({ output }) => !output.continued)) bus.publish('events-lost', {});
    isFirst = false;
  };
  // What is published after the first answer is sent, and what was published before is in the database.
  await ask();
  const renew = () => void ask().catch(() => {});
  const timer = setInterval(renew, STATES_EVERY_MS);
  const stopStarted = bus.subscribe('process-started', ({ roles }) => {
    if (roles.includes('ingest')) renew();
  });
  return () => {
    clearInterval(timer);
    stopStarted();
  };
}

/**
 * After events of other processes may have been lost: publishes, to this process alone, all that may have happened, so that
 * every cache is loaded anew. What the events of single records lead to (mails, alarms, commands) is also found by the
 * regular looks of those who wait for them.
 */
async function announceEverything(database: Database, bus: Bus, logger: Logger): Promise<void> {
  try {
    bus.publish('events-lost', {});
    const { rows } = await database.query<{ id: number }>('SELECT id FROM organisations');
    for (const { id: organisationId } of rows) {
      bus.publish('fleet-changed', { organisationId });
      bus.publish('tracking-changed', { organisationId });
    }
    bus.publish('access-changed', { userId: null, roleId: null });
    bus.publish('blocked-networks-changed', {});
    bus.publish('json-profiles-changed', {});
    bus.publish('layout-profiles-changed', {});
  } catch (error) {
    // The connection that broke is often followed by others; the gap is announced again when they are back.
    logger.warn({ error }, 'What happened in other processes could not be loaded anew');
  }
}
