import type { Bus } from '../bus/bus.ts';
import type { Database } from '../store/database.ts';
import { type DeviceOwner, findDevicesByIdentity } from '../store/fleet-view.ts';

export type KnownDevice = DeviceOwner;

/** Who a device is, by the identities it says. Remembers, so that a frame of a known device costs no query. */
export interface DeviceDirectory {
  /** What is remembered: a device, null for one known to be unknown, undefined when it has to be looked up. */
  remembered(identities: readonly string[]): KnownDevice | null | undefined;
  lookUp(identities: readonly string[], protocol: string): Promise<KnownDevice | null>;
  /** Looks up many devices with few queries, after the fleet changed; `remembered` knows them then. */
  refresh(identities: readonly (readonly string[])[]): Promise<void>;
}

interface DirectoryOptions {
  database: Database;
  bus: Bus;
  /** Takes in a device that nobody registered; null leaves it unknown. */
  adopt: ((identity: string, protocol: string) => Promise<KnownDevice | null>) | null;
}

/** What was looked up holds for so long, and at most until the next change of the fleet. */
const KNOWN_FOR_MS = 60_000;
const UNKNOWN_FOR_MS = 10_000;
const MAX_REMEMBERED = 500_000;
const IDENTITIES_A_QUERY = 5000;

export function createDeviceDirectory({ database, bus, adopt }: DirectoryOptions): DeviceDirectory {
  const found = new Map<string, { device: KnownDevice | null; until: number }>();
  bus.subscribe('fleet-changed', () => found.clear());

  const remember = (identities: readonly string[], device: KnownDevice | null) => {
    if (found.size >= MAX_REMEMBERED) found.clear();
    found.set(identities[0] ?? '', { device, until: Date.now() + (device ? KNOWN_FOR_MS : UNKNOWN_FOR_MS) });
  };

  return {
    remembered: (identities) => {
      const entry = found.get(identities[0] ?? '');
      return entry && entry.until > Date.now() ? entry.device : undefined;
    },
    lookUp: async (identities, protocol) => {
      const [registered] = await findDevicesByIdentity(database, [identities]);
      const device = registered ?? (adopt && (await adopt(identities[0] ?? '', protocol)));
      remember(identities, device);
      return device;
    },
    refresh: async (all) => {
      for (let start = 0; start < all.length; start += IDENTITIES_A_QUERY) {
        const some = all.slice(start, start + IDENTITIES_A_QUERY);
        const devices = await findDevicesByIdentity(database, some);
        for (const [index, identities] of some.entries()) remember(identities, devices[index] ?? null);
      }
    },
  };
}
