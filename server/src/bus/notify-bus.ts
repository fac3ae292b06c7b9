import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'pg';
import type { Logger } from 'pino';
import { reasonOf } from '../fault.ts';
import type { Bus, BusEvents } from './bus.ts';
import { EVENT_SCHEMAS } from './event-schemas.ts';
import { createMemoryBus, type MemoryBus } from './memory-bus.ts';
import { sentState, type ShownState } from './shown-state.ts';
import { DatabaseClient } from '../database/client.ts';

/** A bus between the processes of one installation. */
export interface NotifyBus extends Bus {
  /**
   * Sends the newest states of devices to other processes for this time. They are the most frequent events, so they are sent
   * only while somebody needs them. Returns false when they were not sent up to now.
   */
  shareStates(forMs: number): boolean;
  stop(): Promise<void>;
}

interface NotifyBusOptions {
  url: string;
  /** That of all processes of the installation: every user of a database can notify on its channels. */
  key: Uint8Array;
  logger: Logger;
  /** Called when events of other processes may have been lost: everything that follows from events is loaded anew. */
  onGap: (bus: Bus) => void;
}

/** Every user of a database can listen to a channel whose name they know, so this one cannot be guessed. */
export const channelOf = (key: Uint8Array): string =>
  `milepost_${createHmac('sha256', key).update('channel').digest('hex').slice(0, 40)}`;
/** PostgreSQL refuses a payload of 8,000 bytes. */
const MAX_PAYLOAD_BYTES = 7900;
/** The characters of a SHA-256 in base64url, before each message. */
const TAG_LENGTH = 43;
/** Whoever can notify could fill the log. */
const WARN_EVERY_MS = 60_000;
/** Events that wait while the database is away; more are a gap. */
const MAX_WAITING = 10_000;
const MAX_AT_ONCE = 500;
/** Events of one moment share a statement. */
const GATHER_MS = 5;
const RETRY_MS = { first: 200, longest: 5000 };
const QUEUE_LOOK_MS = 30_000;
/** The part of PostgreSQL's queue that is full when a listener has stopped reading. */
const QUEUE_WARNING = 0.25;

/** States in one event: as many as surely fit into a notification. */
const STATES_AT_ONCE = 12;
/** That the disk is full, each process notices by itself. */
const OWN: ReadonlySet<keyof BusEvents> = new Set(['no-space', 'events-lost'] as const);

type Sent = readonly [name: string, event: unknown];
interface Message {
  from: string;
  /** True when the sender had to drop events. */
  gap?: true;
  events: Sent[];
}

/**
 * Events by LISTEN and NOTIFY, outside of the transactions that cause them: inside, they would delay the commits of all.
 * They are hints: one can be lost with a connection, and then everything is loaded anew.
 */
export async function createNotifyBus({ url, key, logger, onGap }: NotifyBusOptions): Promise<NotifyBus> {
  const own = randomBytes(6).toString('base64url');
  const channel = channelOf(key);
  const local = createMemoryBus(logger);
  const stopping = new AbortController();
  const { signal } = stopping;

  const waiting: Sent[] = [];
  /** The newest state of each device that waits: an older one needs not be sent any more. */
  const states = new Map<number, ShownState>();
  let statesUntil = -Infinity;
  let dropped = false;
  let sending: Promise<void> | null = null;
  let senderPid = 0;
  const sender = reconnecting(url, 'milepost-bus', signal, async (client) => {
    // Nobody waits for the disk: a lost event is like one lost with the connection.
    await client.query('SET synchronous_commit TO off');
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    senderPid = rows[0]?.pid ?? 0;
  });
  const send = async () => {
    await delay(GATHER_MS);
    while ((waiting.length > 0 || states.size > 0 || dropped) && !signal.aborted) {
      const events = [...waiting.splice(0, MAX_AT_ONCE), ...takeStates(states)];
      const hadDropped = dropped;
      dropped = false;
      try {
        const client = await sender.get();
        await client.query('SELECT pg_notify($1, payload) FROM unnest($2::text[]) AS payload', [
          channel,
          payloadsOf(own, events, hadDropped).map((json) => tagOf(key, senderPid, json) + json),
        ]);
      } catch (error) {
        if (signal.aborted) break;
        waiting.unshift(...events);
        dropped ||= hadDropped;
        logger.warn({ reason: reasonOf(error) }, 'Events for other processes wait for the database');
        await delay(RETRY_MS.first, undefined, { signal }).catch(() => {});
      }
    }
    // At once, so that an event published from here on is sent.
    sending = null;
  };
  const publish: Bus['publish'] = (name, event) => {
    local.publish(name, event);
    if (OWN.has(name) || signal.aborted) return;
    if (isStored(name, event)) {
      if (performance.now() > statesUntil) return;
      for (const state of event.states) states.set(state.deviceId, state);
      sending ??= send();
      return;
    }
    if (waiting.length >= MAX_WAITING) {
      waiting.length = 0;
      dropped = true;
    }
    waiting.push([name, sentForm(name, event)]);
    sending ??= send();
  };

  const warn = rareWarning(logger);
  const receive = (pid: number, payload: string) => {
    const json = openTagged(key, pid, payload);
    if (json === null) return warn('A notification without the key of this installation was ignored');
    const message = parse(json);
    if (!message) return warn('A notification in another form was ignored');
    if (message.from === own) return undefined;
    if (message.gap) onGap(local);
    for (const sent of message.events) {
      if (!deliver(local, sent)) warn(`An event in another form was ignored: ${sent[0].slice(0, 40)}`);
    }
    return undefined;
  };
  const listener = reconnecting(url, 'milepost-bus', signal, async (client) => {
    client.on('notification', ({ processId, payload }) => {
      try {
        receive(processId, payload ?? '');
      } catch (error) {
        // Thrown on here, it would end the process.
        warn(`A notification could not be read: ${reasonOf(error)}`);
      }
    });
    await client.query(`LISTEN ${channel}`);
    // Monitoring shows the last statement of each connection.
    await client.query('SELECT');
  });
  await listener.get();
  const listening = (async () => {
    while (!signal.aborted) {
      await listener.ended();
      if (signal.aborted) return;
      await listener.get().catch(() => {});
      if (!signal.aborted) onGap(local);
    }
  })();
  const looking = setInterval(() => void lookAtQueue(sender, logger), QUEUE_LOOK_MS);
  looking.unref();

  return {
    publish,
    subscribe: local.subscribe,
    shareStates: (forMs) => {
      const now = performance.now();
      const continued = now <= statesUntil;
      statesUntil = now + forMs;
      return continued;
    },
    stop: async () => {
      clearInterval(looking);
      // What was published before the stop is sent, if the database is there.
      await Promise.race([sending, delay(1000)]);
      stopping.abort();
      await Promise.all([sender.close(), listener.close(), sending]);
      await listening;
    },
  };
}

/** Takes the waiting states, in events that fit into a notification each. */
function takeStates(states: Map<number, ShownState>): Sent[] {
  const all = [...states.values()].map(sentState);
  states.clear();
  return Array.from({ length: Math.ceil(all.length / STATES_AT_ONCE) }, (_, part) => [
    'stored',
    { states: all.slice(part * STATES_AT_ONCE, (part + 1) * STATES_AT_ONCE) },
  ]);
}

const isStored = (name: keyof BusEvents, event: BusEvents[keyof BusEvents]): event is BusEvents['stored'] =>
  name === 'stored' && 'states' in event;

/** A contact with a long frame is sent without it: the contact would not fit into a notification. */
const MAX_CONTACT_BYTES = 6000;

function sentForm<Name extends keyof BusEvents>(name: Name, event: BusEvents[Name]): unknown {
  if (name !== 'contacts-changed' || !('contacts' in event)) return event;
  const contacts = event.contacts.map((contact) =>
    Buffer.byteLength(JSON.stringify(contact)) < MAX_CONTACT_BYTES
      ? contact
      : { ...contact, lastFrame: null, decoded: null, unknownMessages: [] },
  );
  return { contacts };
}

/** Looking also makes PostgreSQL forget what a stopped listener had not read, once that one is gone. */
async function lookAtQueue(sender: Reconnecting, logger: Logger): Promise<void> {
  try {
    const { rows } = await (
      await sender.get()
    ).query<{ usage: number }>('SELECT pg_notification_queue_usage() AS usage');
    const usage = rows[0]?.usage ?? 0;
    if (usage > QUEUE_WARNING) logger.warn({ usage }, 'A process has stopped reading events of the others');
  } catch {
    // The database is away, which others report.
  }
}

interface Reconnecting {
  /** The connection, made if there is none: tried until the signal is aborted. */
  get(): Promise<Client>;
  /** Resolves when the present connection ends. */
  ended(): Promise<void>;
  close(): Promise<void>;
}

function reconnecting(
  url: string,
  name: string,
  signal: AbortSignal,
  prepare: (client: Client) => Promise<void> = () => Promise.resolve(),
): Reconnecting {
  let current: { client: Client; end: Promise<void> } | null = null;
  let connecting: Promise<Client> | null = null;
  const connect = async (): Promise<Client> => {
    for (let pause = RETRY_MS.first; ; pause = Math.min(pause * 2, RETRY_MS.longest)) {
      signal.throwIfAborted();
      const client = new DatabaseClient({ connectionString: url, application_name: name, keepAlive: true });
      const end = new Promise<void>((resolve) => client.once('end', () => resolve()));
      client.on('error', () => {});
      try {
        await client.connect();
        await prepare(client);
        current = { client, end };
        client.once('end', () => {
          if (current?.client === client) current = null;
        });
        return client;
      } catch {
        await client.end().catch(() => {});
        await delay(pause, undefined, { signal });
      }
    }
  };
  return {
    get: () => {
      if (current) return Promise.resolve(current.client);
      connecting ??= connect().finally(() => (connecting = null));
      return connecting;
    },
    ended: () => current?.end ?? Promise.resolve(),
    close: async () => {
      await connecting?.catch(() => {});
      await current?.client.end().catch(() => {});
    },
  };
}

/** Messages that fit into a notification each; a long list in an event is divided. */
function payloadsOf(from: string, events: readonly Sent[], gap: boolean): string[] {
  const payloads: string[] = [];
  let some: string[] = [];
  let bytes = 0;
  const head = `{"from":${JSON.stringify(from)},"events":[`;
  const flush = () => {
    if (some.length > 0) payloads.push(`${head}${some.join(',')}]}`);
    some = [];
    bytes = 0;
  };
  const room = MAX_PAYLOAD_BYTES - TAG_LENGTH - Buffer.byteLength(head) - 2;
  let isTooLong = false;
  for (const json of events.flatMap((sent) => divided(sent, room))) {
    // What it was about is loaded anew, with everything else.
    if (json === null) {
      isTooLong = true;
      continue;
    }
    const size = Buffer.byteLength(json) + 1;
    if (bytes + size > room) flush();
    some.push(json);
    bytes += size;
  }
  flush();
  if (gap || isTooLong) payloads.unshift(JSON.stringify({ from, gap: true, events: [] } satisfies Message));
  return payloads;
}

/** The event as JSON; as several events when its list is too long for one, and null when that does not help. */
function divided([name, event]: Sent, room: number): (string | null)[] {
  const json = JSON.stringify([name, event]);
  if (Buffer.byteLength(json) < room) return [json];
  const fields: Record<string, unknown> = { ...(typeof event === 'object' ? event : null) };
  const [field, list] = Object.entries(fields).find(([, value]) => Array.isArray(value) && value.length > 1) ?? [];
  if (field === undefined || !Array.isArray(list)) return [null];
  const middle = list.length >> 1;
  return [list.slice(0, middle), list.slice(middle)].flatMap((half) =>
    divided([name, { ...fields, [field]: half }], room),
  );
}

function parse(payload: string): Message | null {
  try {
    const message: unknown = JSON.parse(payload);
    if (typeof message !== 'object' || message === null || !('from' in message) || !('events' in message)) return null;
    if (!Array.isArray(message.events) || !message.events.every(isSent)) return null;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by `payloadsOf` of another process
    return message as Message;
  } catch {
    return null;
  }
}

const isSent = (sent: unknown): boolean => Array.isArray(sent) && typeof sent[0] === 'string';

/**
 * Publishes an event if it has the form of its name; one that this version does not know comes from a process of a newer one.
 * @returns false when it has another form
 */
function deliver(bus: MemoryBus, [name, event]: Sent): boolean {
  if (!bus.knows(name)) return true;
  const checked = EVENT_SCHEMAS[name].safeParse(event);
  if (checked.success) bus.publish(name, checked.data);
  return checked.success;
}

/**
 * Proves that the sender has the key. The connection that notifies is a part of it, since everybody can read a notification and
 * send it again from their own.
 */
function tagOf(key: Uint8Array, pid: number, json: string): string {
  return createHmac('sha256', key).update(`${pid} `).update(json).digest('base64url');
}

/** The message behind the right tag; null without one. */
function openTagged(key: Uint8Array, pid: number, payload: string): string | null {
  const json = payload.slice(TAG_LENGTH);
  const [given, right] = [Buffer.from(payload.slice(0, TAG_LENGTH)), Buffer.from(tagOf(key, pid, json))];
  return given.length === right.length && timingSafeEqual(given, right) ? json : null;
}

/** Warns at most once a minute, with the number of those in between. */
function rareWarning(logger: Logger): (text: string) => void {
  let warnedAt = -Infinity;
  let silent = 0;
  return (text) => {
    if (performance.now() - warnedAt < WARN_EVERY_MS) {
      silent += 1;
      return;
    }
    logger.warn({ ...(silent > 0 && { others: silent }) }, text);
    warnedAt = performance.now();
    silent = 0;
  };
}
