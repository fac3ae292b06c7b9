import type { Bus } from '../bus/bus.ts';
import { normalIdentity } from '../store/devices/identity.ts';
import type { DeviceDirectory, KnownDevice } from './device-directory.ts';
import { isSecret, isUnguessable } from './device-secret.ts';
import type { FindingRecorder } from './finding-recorder.ts';
import { IpNetworks } from '../ip-address.ts';
import { ProbeLimit, type ProbeRecord } from './probe-limit.ts';
import type { HomeNetworks } from './home-networks.ts';
import { type Sender, SenderWatch } from './sender-watch.ts';

/** Who says to be a device. */
export interface Visitor extends Sender {
  /** What it says besides its identity; null: nothing, undefined: its protocol has no place for it. */
  secret?: string | null;
  /** A connection proves the address that it comes from, a datagram does not; left out: a connection. */
  carrier?: Carrier;
  /** Its connection was told that this identity is stored, and named no other. TCP sessions remember it themselves. */
  wasTold?: boolean;
  /** It published to a broker, where nobody hears whether it is known: nothing can be guessed. */
  isUnanswered?: boolean;
}

type Carrier = 'connection' | 'datagram';

/** Who it is, and how it is answered. */
export interface Admitted {
  /** Null for one that nobody knows, or whose report is not taken. */
  device: KnownDevice | null;
  /**
   * `true`: it hears whether it is known and stored. `deferred`: somebody guesses in its network, so all hear that nothing
   * is confirmed and to come again, whether they were stored or not. `limited`: the same where no known device is; nobody
   * is stored.
   */
  answer: 'true' | 'deferred' | 'limited';
}

/**
 * Decides whose reports are taken: by identity, and by the networks and the secret that were set for the device. A report
 * that lacks them is answered like one of a device that nobody knows, and counts as a guess like it.
 *
 * A network that names many unknown identities is not told so any more; nobody there is, save who proved more than an
 * identity that can be guessed: by a right secret, a network that is allowed, an identity of 128 random bits, a connection
 * that was told before, or a person who just adopted it. Of the others, known devices are stored all the same where known
 * devices reported from lately (`deferred`); elsewhere nobody is looked up (`limited`).
 */
export interface DeviceAdmission {
  /**
   * At once where it is remembered; undefined where it has to be looked up: always where somebody guesses and could see
   * by the time it takes who is remembered.
   */
  remembered(visitor: Visitor, identities: readonly string[], isTimeSeen?: boolean): Admitted | undefined;
  lookUp(visitor: Visitor, identities: readonly string[], protocol: string): Promise<Admitted>;
  /** Whether this device reported from there during the last days. */
  reportedFrom(network: string, identity: string): boolean;
  /** Whether any device reported from there during the last days. */
  isHome(network: string): boolean;
  /** Whether more unknown identities come from there than may: then nothing must tell who is known. */
  isGuessedFrom(visitor: Pick<Visitor, 'network' | 'carrier'>): boolean;
  /** A report of an admitted device: notices a second sender. */
  heard(device: KnownDevice, visitor: Visitor, at: number): void;
  guessers(): ProbeRecord[];
  close(): Promise<void>;
}

interface AdmissionOptions {
  directory: DeviceDirectory;
  bus: Bus;
  doubts: FindingRecorder;
  /** Raises an alarm of the device: it has two senders. */
  raise: (deviceId: number, at: number) => void;
  /** Where devices reported from, by how they came. */
  homes: Readonly<Record<Carrier, HomeNetworks>>;
  /** Turned off where every device that knocks is taken in: then there is nothing to guess. */
  limited: boolean;
  now?: () => number;
}

/** One that a person just adopted may come from wherever it is, until it has; so long at most. */
const AWAITED_FOR_MS = 15 * 60_000;
const MAX_AWAITED = 10_000;
const MAX_NETWORK_LISTS = 1000;
/** As long as two go on sending, it is one alarm. */
const RAISE_EVERY_MS = 600_000;

/** What a visitor calls itself: some devices say two identities, and may be registered under either. */
interface Name {
  /** The best one. */
  identity: string;
  /** All of them as one, which is a guess: who says one that is known to be none may guess by the next. */
  all: string;
  /** Whether none of them can be guessed. */
  isRandom: boolean;
}

function nameOf(identities: readonly string[]): Name {
  const all = identities.map(normalIdentity);
  return { identity: all[0] ?? '', all: all.join(' '), isRandom: all.length > 0 && all.every(isUnguessable) };
}

const carrierOf = ({ carrier = 'connection' }: Pick<Visitor, 'carrier'>) => carrier;

export function createDeviceAdmission(options: AdmissionOptions): DeviceAdmission {
  const { directory, bus, doubts: findings, homes, now = Date.now } = options;
  // Apart: whoever sends datagrams can write any address as theirs.
  const limits = { connection: new ProbeLimit(), datagram: new ProbeLimit() };
  const isHome = (visitor: Visitor) => homes[carrierOf(visitor)].isHome(visitor.network, now());
  const isProbedFrom = (visitor: Pick<Visitor, 'network' | 'carrier'>) =>
    limits[carrierOf(visitor)].isProbedFrom(visitor.network, now());
  const senders = new SenderWatch();
  const raisedAt = new Map<number, number>();
  const awaitedUntil = new Map<string, number>();
  const isAwaited = (identity: string) => (awaitedUntil.get(identity) ?? 0) > now();
  const unsubscribe = bus.subscribe('device-awaited', ({ identity }) => {
    if (identity === undefined) return;
    if (awaitedUntil.size >= MAX_AWAITED) awaitedUntil.clear();
    awaitedUntil.set(normalIdentity(identity), now() + AWAITED_FOR_MS);
  });
  const lists = new Map<string, IpNetworks>();
  const listOf = (networks: readonly string[]): IpNetworks => {
    const key = networks.join(' ');
    let list = lists.get(key);
    if (!list) {
      if (lists.size >= MAX_NETWORK_LISTS) lists.clear();
      lists.set(key, (list = new IpNetworks(networks)));
    }
    return list;
  };

  /** What speaks against a report of this device, if anything. */
  const findingOf = ({ address, secret }: Visitor, { guard }: KnownDevice): 'elsewhere' | 'secret' | null => {
    if (!guard) return null;
    if (guard.networks.length > 0 && !listOf(guard.networks).has(address)) return 'elsewhere';
    if (guard.secretHash === null) return null;
    return typeof secret === 'string' && isSecret(secret, guard.secretHash) ? null : 'secret';
  };

  /** Whether the network's guesses do not count against it: it cannot be guessed, or a person waits for it. */
  const isVouchedFor = (visitor: Visitor, { identity, isRandom }: Name): boolean =>
    isRandom || typeof visitor.secret === 'string' || isAwaited(identity);

  /** Whether a device without doubts showed what nobody has who only guesses. */
  const isProved = ({ wasTold: wasDisclosed }: Visitor, identity: string, { guard }: KnownDevice): boolean =>
    wasDisclosed === true ||
    isAwaited(identity) ||
    (guard !== undefined && (guard.secretHash !== null || guard.networks.length > 0));

  const judge = (visitor: Visitor, { identity, all, isRandom }: Name, registered: KnownDevice | null): Admitted => {
    const { network, address } = visitor;
    const carrier = carrierOf(visitor);
    const limit = limits[carrier];
    const atHome = isHome(visitor);
    const finding = registered && findingOf(visitor, registered);
    if (registered && finding) findings.add(registered.deviceId, finding, address, null, now());
    const device = finding ? null : registered;
    if (visitor.isUnanswered === true) return { device, answer: 'true' };
    // A random identity is no guess: the truth about it tells nothing of others.
    const isFree = isRandom || (device !== null && isProved(visitor, identity, device));
    const isDisclosed = isFree || limit.mayProbe(network, all, atHome, now());
    if (!device) {
      if (!isDisclosed) limit.refused(network, now());
      else if (options.limited && !isFree) limit.missed(network, all, atHome, now());
      return { device, answer: isDisclosed ? 'true' : atHome ? 'deferred' : 'limited' };
    }
    if (!isDisclosed && !atHome) {
      limit.refused(network, now());
      return { device: null, answer: 'limited' };
    }
    if (!isDisclosed) limit.putOff(network, device.deviceId, now());
    homes[carrier].add({ network, identity, deviceId: device.deviceId, at: now() });
    awaitedUntil.delete(identity);
    return { device, answer: isDisclosed ? 'true' : 'deferred' };
  };

  /** Whether it is told who is known. */
  const mayProbe = (visitor: Visitor, { all }: Name): boolean =>
    limits[carrierOf(visitor)].mayProbe(visitor.network, all, isHome(visitor), now());

  return {
    remembered: (visitor, identities, isTimeSeen = true) => {
      const name = nameOf(identities);
      const mayLookUp = visitor.isUnanswered === true || mayProbe(visitor, name);
      // Not looked up at all: the answer is the same whoever it is.
      if (!mayLookUp && !isHome(visitor) && !isVouchedFor(visitor, name)) {
        limits[carrierOf(visitor)].refused(visitor.network, now());
        return { device: null, answer: 'limited' };
      }
      // Anybody can say some secret, so that is looked up alike too.
      if (isTimeSeen && !mayLookUp) return undefined;
      const device = directory.remembered(identities);
      return device === undefined ? undefined : judge(visitor, name, device);
    },
    lookUp: async (visitor, identities, protocol) =>
      judge(visitor, nameOf(identities), await directory.lookUp(identities, protocol)),
    reportedFrom: (network, identity) => homes.connection.has(network, normalIdentity(identity), now()),
    isHome: (network) => homes.connection.isHome(network, now()),
    isGuessedFrom: isProbedFrom,
    heard: ({ deviceId }, visitor, at) => {
      const other = senders.record(deviceId, visitor, at);
      if (!other) return;
      findings.add(deviceId, 'twoSenders', visitor.address, other.address, at);
      if (at - (raisedAt.get(deviceId) ?? -Infinity) < RAISE_EVERY_MS) return;
      raisedAt.set(deviceId, at);
      options.raise(deviceId, at);
    },
    guessers: () => together([...limits.connection.list(now()), ...limits.datagram.list(now())]),
    close: async () => {
      unsubscribe();
      await findings.close();
    },
  };
}

/** One for each network, however it guessed. */
function together(all: readonly ProbeRecord[]): ProbeRecord[] {
  const byNetwork = new Map<string, ProbeRecord>();
  for (const one of all) {
    const held = byNetwork.get(one.network);
    const both = held && {
      ...one,
      misses: held.misses + one.misses,
      refused: held.refused + one.refused,
      waiting: held.waiting + one.waiting,
      since: Math.min(held.since, one.since),
      lastAt: Math.max(held.lastAt, one.lastAt),
      limitedUntil: Math.max(held.limitedUntil, one.limitedUntil),
    };
    byNetwork.set(one.network, both ?? one);
  }
  return [...byNetwork.values()];
}
