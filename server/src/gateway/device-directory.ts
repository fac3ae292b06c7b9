import type { Bus } from '../bus/bus.ts';
import type { Queryable } from '../store/database.ts';
import { type DeviceOwner, findDevicesByIdentity } from '../store/fleet/live-vehicles.ts';
import { Recent } from './recent.ts';

export type KnownDevice = DeviceOwner;

/** Finds a device by the identities it sends. Cached, so that a frame of a known device costs no query. */
export interface DeviceDirectory {
  /** The cached result: a device, null for one known to be unregistered, undefined when it must be looked up. */
  remembered(identities: readonly string[]): KnownDevice | null | undefined;
  lookUp(identities: readonly string[], protocol: string): Promise<KnownDevice | null>;
  /** Looks up many devices with few queries after the fleet changed; `remembered` returns them afterwards. */
  refresh(identities: readonly (readonly string[])[]): Promise<void>;
}

interface DirectoryOptions {
  database: Queryable;
  bus: Bus;
  /** Registers an unknown device; null leaves it unknown. */
  adopt: ((identity: string, protocol: string) => Promise<KnownDevice | null>) | null;
}

/** A cached result is valid for this long, and at most until the next change of the fleet. */
const KNOWN_FOR_MS = 60_000;
const UNKNOWN_FOR_MS = 10_000;
const MAX_KNOWN = 500_000;
/** Anybody can send any number of identities, so unknown ones are limited in number and in characters. */
const MAX_UNKNOWN = 50_000;
const MAX_UNKNOWN_CHARACTERS = 2_000_000;
/** The same first identity with another second one may be another device. */
const nameOf = (identities: readonly string[]): string => identities.join(' ');
const IDENTITIES_A_QUERY = 5000;
/** Devices that wait for a look-up. More than this is a flood of unknown devices, which is refused. */
const MAX_WAITING = 25_000;

interface Waiting {
  identities: readonly string[];
  protocol: string;
  resolve: (device: KnownDevice | null) => void;
  reject: (error: unknown) => void;
}

export function createDeviceDirectory({ database, bus, adopt }: DirectoryOptions): DeviceDirectory {
  const known = new Recent<KnownDevice>(MAX_KNOWN, Infinity);
  const unknown = new Recent<null>(MAX_UNKNOWN, MAX_UNKNOWN_CHARACTERS);
  /** A query sent before a change of the fleet may return the old state; its result is used but not cached. */
  let changes = 0;
  bus.subscribe('fleet-changed', () => {
    changes++;
    known.clear();
    unknown.clear();
  });

  const remember = (identities: readonly string[], device: KnownDevice | null, version: number) => {
    if (version !== changes) return;
    const name = nameOf(identities);
    if (device) {
      unknown.delete(name);
      known.set(name, device, Date.now() + KNOWN_FOR_MS);
    } else {
      known.delete(name);
      unknown.set(name, null, Date.now() + UNKNOWN_FOR_MS);
    }
  };

  const recall = (identities: readonly string[]): KnownDevice | null | undefined => {
    const name = nameOf(identities);
    const now = Date.now();
    return known.get(name, now) ?? unknown.get(name, now);
  };

  // One look-up at a time for all that are waiting, and one adoption. However many unknown devices connect, they use
  // two connections to the database and none of those for people's requests.
  let waiting: Waiting[] = [];
  let looking = false;
  let adopting: Promise<void> = Promise.resolve();

  const settle = (one: Waiting, registered: KnownDevice | null, version: number) => {
    if (registered || !adopt) {
      remember(one.identities, registered, version);
      one.resolve(registered);
      return;
    }
    adopting = takeIn(adopting, one, adopt);
  };
  const takeIn = async (before: Promise<void>, one: Waiting, take: NonNullable<typeof adopt>) => {
    await before;
    try {
      const device = recall(one.identities) ?? (await take(one.identities[0] ?? '', one.protocol));
      remember(one.identities, device, changes);
      one.resolve(device);
    } catch (error) {
      one.reject(error);
    }
  };
  const lookAll = async () => {
    while (waiting.length > 0) {
      const some = waiting.slice(0, IDENTITIES_A_QUERY);
      waiting = waiting.slice(IDENTITIES_A_QUERY);
      const version = changes;
      try {
        const identities = some.map((one) => one.identities);
        const devices = await findDevicesByIdentity(database, identities);
        for (const [index, one] of some.entries()) settle(one, devices[index] ?? null, version);
      } catch (error) {
        for (const one of some) one.reject(error);
      }
    }
    looking = false;
  };

  return {
    remembered: recall,
    lookUp: (identities, protocol) =>
      new Promise((resolve, reject) => {
        if (waiting.length >= MAX_WAITING) {
          reject(new Error('too many devices wait to be looked up'));
          return;
        }
        waiting.push({ identities, protocol, resolve, reject });
        if (looking) return;
        looking = true;
        void lookAll();
      }),
    refresh: async (all) => {
      for (let start = 0; start < all.length; start += IDENTITIES_A_QUERY) {
        const some = all.slice(start, start + IDENTITIES_A_QUERY);
        const version = changes;
        const devices = await findDevicesByIdentity(database, some);
        for (const [index, identities] of some.entries()) remember(identities, devices[index] ?? null, version);
      }
    },
  };
}
