import { type JsonMessage, MAX_JSON_MESSAGES } from '@milepost/contract/json-profile-operations';
import { LONGEST_JSON } from '@milepost/protocols/json-profile/json-text';
import { type JsonMapping, readJson } from '@milepost/protocols/json-profile/read-json';
import { byPrecision, LONGEST_TOPIC, matchesTopic } from '@milepost/protocols/json-profile/topic-filter';
import type { DescribedJson } from '@milepost/protocols/types';
import type { Logger } from 'pino';
import type { Bus } from '../bus/bus.ts';
import { reasonOf } from '../fault.ts';
import { ownText } from '../own-text.ts';
import type { Queryable } from '../store/database.ts';
import { listJsonProfiles } from '../store/devices/json-profiles.ts';
import { ContactBucket } from './contact-bucket.ts';
import { type ReadBy, ReadCounts } from './read-counts.ts';

/** The way a message arrived. */
interface Arrival {
  carrier: JsonMessage['carrier'];
  address: string;
  /** The network of the address, by which room for messages of an unknown form is shared. */
  network: string;
  /** Retained by the broker for an unknown time: its arrival does not show its age. */
  isOld?: boolean;
}

/** The profiles for reading JSON messages of devices, and the messages that no profile matches. */
export interface JsonProfileRegistry {
  /** The reader for a decoder of messages that arrive this way. */
  from(arrival: Arrival): DescribedJson;
  /** Sorted newest first. */
  unknown(): JsonMessage[];
  readBy(profileId: number): ReadBy<JsonMessage> | null;
  /** The topic filters of the profiles. */
  filters(): string[];
  /** Calls back when the profiles have changed. */
  onChange(listener: () => void): void;
  close(): void;
}

interface Profile {
  id: number;
  filter: string;
  mapping: JsonMapping;
}

interface Unknown extends Omit<Arrival, 'isOld'> {
  /** The topic. */
  key: string;
  at: number;
  count: number;
  text: string;
}

const messageOf = ({ key, carrier, address, at, count, text }: Unknown): JsonMessage => ({
  topic: key,
  carrier,
  address,
  at: new Date(at).toISOString(),
  count,
  text,
});

const MAX_UNKNOWN = 200;
/** Topics whose profile is cached. */
const MAX_TOPICS = 10_000;

export async function createJsonProfileRegistry(
  database: Queryable,
  bus: Bus,
  logger: Logger,
): Promise<JsonProfileRegistry> {
  let profiles: Profile[] = [];
  const read = new ReadCounts<JsonMessage>();
  const byTopic = new Map<string, Profile | null>();
  const unknown = new Map<string, Unknown>();
  const bucket = new ContactBucket<Unknown>(MAX_UNKNOWN);
  const listeners: (() => void)[] = [];

  const forget = (note: Unknown) => {
    unknown.delete(note.key);
    bucket.remove(note);
  };
  const load = async () => {
    profiles = (await listJsonProfiles(database)).toSorted((one, other) => byPrecision(one.filter, other.filter));
    byTopic.clear();
    read.retain(profiles);
    // The newest first: a person who opens the profile now wants to see that one.
    for (const note of [...unknown.values()].toReversed()) {
      const profile = profileOf(note.key);
      if (!profile) continue;
      read.seen(profile.id, messageOf(note));
      forget(note);
    }
  };
  const profileOf = (topic: string): Profile | null => {
    let profile = byTopic.get(topic);
    if (profile === undefined) {
      profile = profiles.find(({ filter }) => matchesTopic(filter, topic)) ?? null;
      if (byTopic.size >= MAX_TOPICS) byTopic.clear();
      byTopic.set(ownText(topic), profile);
    }
    return profile;
  };
  await load();
  const unsubscribe = bus.subscribe('json-profiles-changed', () => {
    load().then(
      () => listeners.forEach((listener) => listener()),
      (error: unknown) => logger.warn({ reason: reasonOf(error) }, 'JSON profiles could not be reloaded'),
    );
  });

  const readAs = (profile: Profile, topic: string, text: string, { isOld, carrier, address }: Arrival) => {
    const now = new Date();
    const counts = read.add(profile.id);
    if (text.length <= LONGEST_JSON) {
      counts.last = { topic, carrier, address, at: now.toISOString(), count: counts.count, text };
    }
    const failed = (fault: string) => {
      counts.faults += 1;
      counts.fault = fault;
    };
    try {
      const decoded = readJson(profile.mapping, topic, text, isOld === true ? null : now);
      if (decoded.fault !== null) failed(decoded.fault);
      return decoded;
    } catch (error) {
      failed(reasonOf(error));
      throw error;
    }
  };

  return {
    from: (arrival) => ({
      read: (topic, text) => {
        if (topic.length > LONGEST_TOPIC || profiles.length === 0) return null;
        const profile = profileOf(topic);
        return profile && readAs(profile, topic, text, arrival);
      },
      unknown: (topic, text) => {
        if (topic.length > LONGEST_TOPIC || text.length > LONGEST_JSON) return;
        const { carrier, address, network } = arrival;
        const held = unknown.get(topic);
        if (held) forget(held);
        const note = { key: topic, carrier, address, network, at: Date.now(), count: (held?.count ?? 0) + 1, text };
        unknown.set(topic, note);
        const dropped = bucket.put(note);
        if (dropped) unknown.delete(dropped.key);
      },
    }),
    unknown: () => [...unknown.values()].slice(-MAX_JSON_MESSAGES).toReversed().map(messageOf),
    readBy: (id) => read.of(id),
    filters: () => profiles.map(({ filter }) => filter),
    onChange: (listener) => void listeners.push(listener),
    close: unsubscribe,
  };
}
