import type { Bus } from '../bus/bus.ts';
import { normalIdentity } from '../store/devices/identity.ts';
import type { DeviceDirectory, KnownDevice } from './device-directory.ts';
import { isSecret, isUnguessable } from './device-secret.ts';
import type { DoubtBook } from './doubt-book.ts';
import { type Carrier, GuessLimit, type Guessing } from './guess-limit.ts';
import { IpNetworks } from '../ip-address.ts';
import { type Sender, SenderWatch } from './sender-watch.ts';

/** Who says to be a device. */
export interface Visitor extends Sender {
  /** What it says besides its identity; null: nothing, undefined: its protocol has no place for it. */
  secret?: string | null;
  carrier?: Carrier;
}

/** A device that may report, null for one that nobody knows, or that somebody has guessed too much to be told. */
export type Admitted = KnownDevice | null | 'limited';

/**
 * Decides whose reports are taken: by identity, and by the networks and the secret that were set for the device. A report
 * that lacks them is answered like one of a device that nobody knows, and counts as a guess like it.
 */
export interface DeviceAdmission {
  /** At once where it is remembered; undefined where it has to be looked up. */
  remembered(visitor: Visitor, identities: readonly string[]): Admitted | undefined;
  lookUp(visitor: Visitor, identities: readonly string[], protocol: string): Promise<Admitted>;
  /** Whether this device reported from there during the last days. */
  reportedFrom(network: string, identity: string): boolean;
  /** Whether any device reported from there during the last days. */
  isHome(network: string): boolean;
  /** A report of an admitted device: notices a second sender. */
  heard(device: KnownDevice, visitor: Visitor, at: number): void;
  guessers(): Guessing[];
  close(): Promise<void>;
}

interface AdmissionOptions {
  directory: DeviceDirectory;
  bus: Bus;
  doubts: DoubtBook;
  /** Raises an alarm of the device: it has two senders. */
  raise: (deviceId: number, at: number) => void;
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

export function createDeviceAdmission(options: AdmissionOptions): DeviceAdmission {
  const { directory, bus, doubts, now = Date.now } = options;
  const limit = new GuessLimit();
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
  const doubtOf = ({ address, secret }: Visitor, { guard }: KnownDevice): 'elsewhere' | 'secret' | null => {
    if (!guard) return null;
    if (guard.networks.length > 0 && !listOf(guard.networks).has(address)) return 'elsewhere';
    if (guard.secretHash === null) return null;
    return typeof secret === 'string' && isSecret(secret, guard.secretHash) ? null : 'secret';
  };

  /** Whether the network's guesses say nothing of it: what nobody can guess, or who a person waits for. */
  const isVouchedFor = (visitor: Visitor, identity: string): boolean =>
    isUnguessable(identity) || typeof visitor.secret === 'string' || isAwaited(identity);

  const judge = (visitor: Visitor, identity: string, device: KnownDevice | null, mayAsk: boolean): Admitted => {
    const doubt = device && doubtOf(visitor, device);
    if (device && doubt) doubts.add(device.deviceId, doubt, visitor.address, null, now());
    if (device && !doubt) {
      // A secret vouches only for the device that demands one.
      const isProof = device.guard?.secretHash != null || isUnguessable(identity) || isAwaited(identity);
      if (!mayAsk && !isProof) return 'limited';
      limit.proved(visitor.network, identity, now());
      awaitedUntil.delete(identity);
      return device;
    }
    if (!mayAsk) return 'limited';
    if (options.limited) limit.missed(visitor.network, identity, now(), visitor.carrier);
    return null;
  };

  /** Undefined where it may not even be looked up. */
  const question = (visitor: Visitor, identities: readonly string[]) => {
    const identity = normalIdentity(identities[0] ?? '');
    const mayAsk = limit.mayAsk(visitor.network, identity, now(), visitor.carrier);
    return mayAsk || isVouchedFor(visitor, identity) ? { identity, mayAsk } : undefined;
  };

  return {
    remembered: (visitor, identities) => {
      const asked = question(visitor, identities);
      if (!asked) return 'limited';
      const device = directory.remembered(identities);
      return device === undefined ? undefined : judge(visitor, asked.identity, device, asked.mayAsk);
    },
    lookUp: async (visitor, identities, protocol) => {
      const device = await directory.lookUp(identities, protocol);
      const identity = normalIdentity(identities[0] ?? '');
      // Asked again: many who came at once from one network were looked up together.
      return judge(visitor, identity, device, limit.mayAsk(visitor.network, identity, now(), visitor.carrier));
    },
    reportedFrom: (network, identity) => limit.isProved(network, normalIdentity(identity), now()),
    isHome: (network) => limit.isHome(network),
    heard: ({ deviceId }, visitor, at) => {
      const other = senders.heard(deviceId, visitor, at);
      if (!other) return;
      doubts.add(deviceId, 'twoSenders', visitor.address, other.address, at);
      if (at - (raisedAt.get(deviceId) ?? -Infinity) < RAISE_EVERY_MS) return;
      raisedAt.set(deviceId, at);
      options.raise(deviceId, at);
    },
    guessers: () => limit.list(now()),
    close: async () => {
      unsubscribe();
      await doubts.close();
    },
  };
}
