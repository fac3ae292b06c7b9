import type { DeviceContact, GatewayPort, Refusal } from '@milepost/contract/device-operations';
import { type Broker, type JsonMessage, MAX_JSON_MESSAGES } from '@milepost/contract/json-profile-operations';
import { PROTOCOLS } from '@milepost/protocols/registry';
import type { Asks } from '../bus/asks.ts';
import type { Bus } from '../bus/bus.ts';
import type { Questions } from '../bus/questions.ts';
import { connectPorts } from './connect-info.ts';
import type { ContactLog } from './contact-log.ts';
import type { Gateway } from './gateway.ts';
import type { JsonProfileRegistry } from './json-profile-registry.ts';
import type { LayoutProfileRegistry } from './layout-profile-registry.ts';
import type { ProbeRecord } from './probe-limit.ts';

type Output<Name extends keyof Questions> = Questions[Name]['output'];

/** What the gateways of all processes have seen, for the people of any process. */
export interface Gateways {
  /** Devices that contacted a gateway recently, newest first, without their frames. */
  contacts(): Promise<DeviceContact[]>;
  /** The same contacts with their last frames. */
  withFrames(contacts: readonly DeviceContact[]): Promise<DeviceContact[]>;
  /** Registers a search for identities that contain this part. */
  await(part: string): void;
  /** Calls the listener with changed contacts, a few times a second. Returns the function that unsubscribes. */
  listen(listener: (contacts: DeviceContact[]) => void): () => void;
  /** Networks that probe identities. */
  probers(): Promise<ProbeRecord[]>;
  /** Refusals since the start, newest first. */
  refusals(): Promise<Refusal[]>;
  /** The ports for devices, with the settings for a device that reaches them at `host`. */
  ports(host: string): Promise<GatewayPort[]>;
  /** Messages that no profile has read, and by id what profiles have read. */
  jsonMessages(profileIds: readonly number[]): Promise<{
    unknown: JsonMessage[];
    readBy: ReadonlyMap<number, Output<'json-messages'>['readBy'][number][1]>;
  }>;
  layoutFrames(profileIds: readonly number[]): Promise<ReadonlyMap<number, Output<'layout-frames'>[number][1]>>;
  /** Null when none is configured. */
  broker(): Promise<Broker | null>;
}

/** Browsers say this often that they still show contacts; a gateway sends them until it hears nothing for longer. */
const WATCHED_EVERY_MS = 3000;
const WATCHED_FOR_MS = 10_000;

export function createGateways({ asks, bus }: { asks: Asks; bus: Bus }): Gateways {
  const outputs = async <Name extends keyof Questions>(name: Name, input: Questions[Name]['input']) =>
    (await asks.ask(name, input)).map(({ output }) => output);
  const all = async <Row>(name: 'contacts' | 'probers' | 'refusals' | 'ports'): Promise<Row[]> =>
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of the question's own type
    (await outputs(name, {})).flat() as Row[];
  return {
    contacts: async () => newestByKey(await all<DeviceContact>('contacts')),
    withFrames: async (contacts) => {
      const held = newestByKey((await outputs('contact-frames', { contacts })).flat());
      const byKey = new Map(held.map((contact) => [contact.key, contact]));
      return contacts.map((contact) => byKey.get(contact.key) ?? contact);
    },
    await: (part) => bus.publish('contact-awaited', { part }),
    listen: (listener) => {
      const stop = bus.subscribe('contacts-changed', ({ contacts }) => listener([...contacts]));
      const watch = () => bus.publish('contacts-watched', {});
      const timer = setInterval(watch, WATCHED_EVERY_MS);
      watch();
      return () => {
        clearInterval(timer);
        stop();
      };
    },
    probers: async () => (await all<ProbeRecord>('probers')).toSorted((a, b) => weight(b) - weight(a)),
    refusals: async () => sumRefusals(await all<Refusal>('refusals')),
    ports: async (host) => {
      const open = (await all<Output<'ports'>[number]>('ports')).flatMap(({ protocol: name, ...port }) => {
        const protocol = PROTOCOLS.find((one) => one.name === name);
        return protocol ? [{ ...port, protocol }] : [];
      });
      const distinct = [
        ...new Map(open.map((one) => [`${one.protocol.name} ${one.transport} ${one.port}`, one])).values(),
      ];
      return connectPorts(
        { listening: distinct.filter(({ taken }) => !taken), taken: distinct.filter(({ taken }) => taken) },
        host,
      );
    },
    jsonMessages: async (profileIds) => {
      const answers = await outputs('json-messages', { profileIds });
      return {
        unknown: answers
          .flatMap(({ unknown }) => unknown)
          .toSorted((a, b) => b.at.localeCompare(a.at))
          .slice(0, MAX_JSON_MESSAGES),
        readBy: sumRead(answers.flatMap(({ readBy }) => readBy)),
      };
    },
    layoutFrames: async (profileIds) => sumRead((await outputs('layout-frames', { profileIds })).flat()),
    broker: async () => (await outputs('broker', {})).find((one) => one !== null) ?? null,
  };
}

interface GatewayParts {
  asks: Asks;
  bus: Bus;
  contacts: ContactLog;
  gateway: Pick<Gateway, 'ports' | 'takenPorts' | 'refusals' | 'broker'>;
  probers: () => ProbeRecord[];
  json: Pick<JsonProfileRegistry, 'unknown' | 'readBy'>;
  layouts: Pick<LayoutProfileRegistry, 'readBy'>;
}

/** Answers for the gateway of this process. Returns the function that ends this. */
export function answerForGateway({ asks, bus, contacts, gateway, probers, json, layouts }: GatewayParts): () => void {
  let stopContacts: (() => void) | null = null;
  let watchedAt = -Infinity;
  const unwatch = () => {
    stopContacts?.();
    stopContacts = null;
  };
  const timer = setInterval(() => {
    if (performance.now() - watchedAt > WATCHED_FOR_MS) unwatch();
  }, WATCHED_EVERY_MS);
  timer.unref();
  const stops = [
    asks.answer('contacts', () => contacts.list()),
    asks.answer('contact-frames', (input) => {
      const held = new Set(contacts.list().map(({ key }) => key));
      return contacts.inFull(input.contacts.filter(({ key }) => held.has(key)));
    }),
    asks.answer('probers', probers),
    asks.answer('refusals', () => gateway.refusals.list()),
    asks.answer('ports', () =>
      [
        ...gateway.ports.map((one) => ({ ...one, taken: false })),
        ...gateway.takenPorts.map((one) => ({ ...one, taken: true })),
      ].map(({ protocol, transport, port, taken }) => ({ protocol: protocol.name, transport, port, taken })),
    ),
    asks.answer('json-messages', ({ profileIds }) => ({
      unknown: json.unknown(),
      readBy: readByEach(profileIds, (id) => json.readBy(id)),
    })),
    asks.answer('layout-frames', ({ profileIds }) => readByEach(profileIds, (id) => layouts.readBy(id))),
    asks.answer('broker', () => gateway.broker()),
    bus.subscribe('contact-awaited', ({ part }) => contacts.await(part)),
    bus.subscribe('contacts-watched', () => {
      watchedAt = performance.now();
      stopContacts ??= contacts.listen((changed) => bus.publish('contacts-changed', { contacts: changed }));
    }),
  ];
  return () => {
    clearInterval(timer);
    unwatch();
    for (const stop of stops) stop();
  };
}

const weight = ({ refused, misses }: ProbeRecord) => refused + misses;

/** What the profiles that have read anything have read. */
function readByEach<One>(ids: readonly number[], of: (id: number) => One | null): (readonly [number, One])[] {
  return ids.flatMap((id) => {
    const found = of(id);
    return found === null ? [] : [[id, found] as const];
  });
}

/** A device that went from one gateway to another is known to both. */
function newestByKey(contacts: readonly DeviceContact[]): DeviceContact[] {
  const byKey = new Map<string, DeviceContact>();
  for (const contact of contacts) {
    const other = byKey.get(contact.key);
    if (!other || other.lastSeenAt < contact.lastSeenAt) byKey.set(contact.key, contact);
  }
  return [...byKey.values()].toSorted((a, b) => b.lastSeenAt.localeCompare(a.lastSeenAt));
}

function sumRefusals(refusals: readonly Refusal[]): Refusal[] {
  const byReason = new Map<string, Refusal>();
  for (const { reason, count, lastAt } of refusals) {
    const other = byReason.get(reason);
    const newest = other && other.lastAt > lastAt ? other.lastAt : lastAt;
    byReason.set(reason, { reason, count: count + (other?.count ?? 0), lastAt: newest });
  }
  return [...byReason.values()].toSorted((a, b) => b.lastAt.localeCompare(a.lastAt));
}

interface Read {
  count: number;
  faults: number;
  fault: string | null;
  last: unknown;
}

/** Adds up what several gateways have read by the same profile. */
function sumRead<One extends Read>(all: readonly (readonly [number, One])[]): Map<number, One> {
  const byId = new Map<number, One>();
  for (const [id, read] of all) {
    const other = byId.get(id);
    byId.set(
      id,
      other
        ? {
            ...read,
            count: read.count + other.count,
            faults: read.faults + other.faults,
            fault: read.fault ?? other.fault,
          }
        : read,
    );
  }
  return byId;
}
