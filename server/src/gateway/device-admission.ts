import type { Bus } from '../bus/bus.ts';
import { normalIdentity } from '../store/devices/identity.ts';
import type { DeviceDirectory, KnownDevice } from './device-directory.ts';
import { isSecret, isUnguessable } from './device-secret.ts';
import type { FindingRecorder } from './finding-recorder.ts';
import { IpNetworks } from '../ip-address.ts';
import { ProbeLimit, type ProbeRecord } from './probe-limit.ts';
import type { HomeNetworks } from './home-networks.ts';
import { type Sender, SenderWatch } from './sender-watch.ts';

/** The sender of a report that claims to be a device. */
export interface ReportSender extends Sender {
  /** The secret that it sent. Null: none; undefined: its protocol cannot carry one. */
  secret?: string | null;
  /** A connection proves the address that it comes from, a datagram does not; a connection when omitted. */
  carrier?: Carrier;
  /**
   * Earlier on this connection, reports of this identity were confirmed and no other identity was used. TCP sessions
   * remember this themselves.
   */
  wasConfirmed?: boolean;
  /** Published through a broker, which never reveals whether a device is known, so nothing can be probed. */
  isUnanswered?: boolean;
}

type Carrier = 'connection' | 'datagram';

/** The device behind a visitor, and the kind of answer. */
export interface Admitted {
  /** Null for an unknown device, or one whose report is refused. */
  device: KnownDevice | null;
  /**
   * `true`: the answer reveals whether the device is known and its report stored. `deferred`: somebody probes
   * identities in its network, so all must retry without a confirmation, whether or not their report was stored.
   * `limited`: the same in a network without known devices; no report is stored.
   */
  answer: 'true' | 'deferred' | 'limited';
}

/**
 * Decides whose reports are accepted: by identity, and by the networks and the secret that were set for the device. A
 * report without them is answered like that of an unknown device, and counts as a probe.
 *
 * A network that sends many unknown identities is no longer informed that they are unknown, and nobody in it gets a true
 * answer without proof beyond an identity that can be guessed: a correct secret, an allowed network, an identity of 128
 * random bits, a connection that had a true answer before, or a person who just adopted the device. Without proof,
 * known devices are still stored if known devices recently reported from the network (`deferred`); in other networks
 * nobody is looked up (`limited`).
 */
export interface DeviceAdmission {
  /**
   * The cached result; undefined when a look-up is needed. While somebody probes and could measure the reply time, a
   * look-up is always needed.
   */
  remembered(visitor: ReportSender, identities: readonly string[], isTimeSeen?: boolean): Admitted | undefined;
  lookUp(visitor: ReportSender, identities: readonly string[], protocol: string): Promise<Admitted>;
  /** True when this device recently reported from the network. */
  reportedFrom(network: string, identity: string): boolean;
  /** True when any device recently reported from the network. */
  isHome(network: string): boolean;
  /** True when the network sent more unknown identities than allowed; then no answer may reveal which are known. */
  isGuessedFrom(visitor: Pick<ReportSender, 'network' | 'carrier'>): boolean;
  /** Called for each report of an admitted device; detects a second sender. */
  received(device: KnownDevice, visitor: ReportSender, at: number): void;
  probers(): ProbeRecord[];
  close(): Promise<void>;
}

interface AdmissionOptions {
  directory: DeviceDirectory;
  bus: Bus;
  findings: FindingRecorder;
  /** Raises an alarm on the device: it has two senders. */
  raise: (deviceId: number, at: number) => void;
  /** The networks from which devices reported, by carrier. */
  homes: Readonly<Record<Carrier, HomeNetworks>>;
  /** False when every unknown device is adopted automatically: then probing reveals nothing. */
  limited: boolean;
  now?: () => number;
}

/** A device that a person just adopted is accepted from any network until it reports, for at most this long. */
const AWAITED_FOR_MS = 15 * 60_000;
const MAX_AWAITED = 10_000;
const MAX_NETWORK_LISTS = 1000;
/** While two senders continue, they are one alarm. */
const RAISE_EVERY_MS = 600_000;

/** The identities of a visitor: some devices send two, and may be registered under either. */
interface Name {
  /** The preferred identity. */
  identity: string;
  /**
   * All of them joined, which count as one probe: otherwise an unregistered first identity that has been answered could
   * be combined with any second one.
   */
  all: string;
  /** True when none of them can be guessed. */
  isRandom: boolean;
}

function nameOf(identities: readonly string[]): Name {
  const all = identities.map(normalIdentity);
  return { identity: all[0] ?? '', all: all.join(' '), isRandom: all.length > 0 && all.every(isUnguessable) };
}

const carrierOf = ({ carrier = 'connection' }: Pick<ReportSender, 'carrier'>) => carrier;

export function createDeviceAdmission(options: AdmissionOptions): DeviceAdmission {
  const { directory, bus, findings, homes, now = Date.now } = options;
  // Separate limits, because a sender of datagrams can forge its address.
  const limits = { connection: new ProbeLimit(), datagram: new ProbeLimit() };
  const isHome = (visitor: ReportSender) => homes[carrierOf(visitor)].isHome(visitor.network, now());
  const isProbedFrom = (visitor: Pick<ReportSender, 'network' | 'carrier'>) =>
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

  /** The finding against a report of this device, or null. */
  const findingOf = ({ address, secret }: ReportSender, { guard }: KnownDevice): 'elsewhere' | 'secret' | null => {
    if (!guard) return null;
    if (guard.networks.length > 0 && !listOf(guard.networks).has(address)) return 'elsewhere';
    if (guard.secretHash === null) return null;
    return typeof secret === 'string' && isSecret(secret, guard.secretHash) ? null : 'secret';
  };

  /**
   * True when the network's probes do not count against the visitor: its identity cannot be guessed, it sent a secret,
   * or a person waits for it.
   */
  const isVouchedFor = (visitor: ReportSender, { identity, isRandom }: Name): boolean =>
    isRandom || typeof visitor.secret === 'string' || isAwaited(identity);

  /** True when a device without a finding has shown something that a prober does not have. */
  const isProved = ({ wasConfirmed: wasDisclosed }: ReportSender, identity: string, { guard }: KnownDevice): boolean =>
    wasDisclosed === true ||
    isAwaited(identity) ||
    (guard !== undefined && (guard.secretHash !== null || guard.networks.length > 0));

  const judge = (
    visitor: ReportSender,
    { identity, all, isRandom }: Name,
    registered: KnownDevice | null,
  ): Admitted => {
    const { network, address } = visitor;
    const carrier = carrierOf(visitor);
    const limit = limits[carrier];
    const atHome = isHome(visitor);
    const finding = registered && findingOf(visitor, registered);
    if (registered && finding) findings.add(registered.deviceId, finding, address, null, now());
    const device = finding ? null : registered;
    if (visitor.isUnanswered === true) return { device, answer: 'true' };
    // A random identity is no probe: a true answer about it reveals nothing about others.
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

  /** True when the answer may reveal whether the identity is known. */
  const mayProbe = (visitor: ReportSender, { all }: Name): boolean =>
    limits[carrierOf(visitor)].mayProbe(visitor.network, all, isHome(visitor), now());

  return {
    remembered: (visitor, identities, isTimeSeen = true) => {
      const name = nameOf(identities);
      const mayLookUp = visitor.isUnanswered === true || mayProbe(visitor, name);
      // Not looked up at all: the answer is the same for everybody.
      if (!mayLookUp && !isHome(visitor) && !isVouchedFor(visitor, name)) {
        limits[carrierOf(visitor)].refused(visitor.network, now());
        return { device: null, answer: 'limited' };
      }
      // Anybody can send some secret, so this is looked up in the same time as the others.
      if (isTimeSeen && !mayLookUp) return undefined;
      const device = directory.remembered(identities);
      return device === undefined ? undefined : judge(visitor, name, device);
    },
    lookUp: async (visitor, identities, protocol) =>
      judge(visitor, nameOf(identities), await directory.lookUp(identities, protocol)),
    reportedFrom: (network, identity) => homes.connection.has(network, normalIdentity(identity), now()),
    isHome: (network) => homes.connection.isHome(network, now()),
    isGuessedFrom: isProbedFrom,
    received: ({ deviceId }, visitor, at) => {
      const other = senders.record(deviceId, visitor, at);
      if (!other) return;
      findings.add(deviceId, 'twoSenders', visitor.address, other.address, at);
      if (at - (raisedAt.get(deviceId) ?? -Infinity) < RAISE_EVERY_MS) return;
      raisedAt.set(deviceId, at);
      options.raise(deviceId, at);
    },
    probers: () => together([...limits.connection.list(now()), ...limits.datagram.list(now())]),
    close: async () => {
      unsubscribe();
      await findings.close();
    },
  };
}

/** Merges the records of a network, which may have probed over connections and datagrams. */
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
