import type { Bus } from '../bus/bus.ts';
import type { Database } from '../store/database.ts';
import { findDeviceByIdentity } from '../store/fleet-view.ts';

export interface KnownDevice {
  deviceId: number;
  organisationId: number;
  vehicleId: number | null;
}

/** Who a device is, by the identities it says. Remembers, so that a frame of a known device costs no query. */
export interface DeviceDirectory {
  /** What is remembered: a device, null for one known to be unknown, undefined when it has to be looked up. */
  remembered(identities: readonly string[]): KnownDevice | null | undefined;
  lookUp(identities: readonly string[]): Promise<KnownDevice | null>;
}

/** An identity that was unknown is asked for again after this long, besides after every change of the fleet. */
const UNKNOWN_FOR_MS = 10_000;
const MAX_REMEMBERED = 500_000;

export function createDeviceDirectory(database: Database, bus: Bus): DeviceDirectory {
  const found = new Map<string, { device: KnownDevice | null; until: number }>();
  bus.subscribe('fleet-changed', () => found.clear());
  return {
    remembered: (identities) => {
      const entry = found.get(identities[0] ?? '');
      return entry && entry.until > Date.now() ? entry.device : undefined;
    },
    lookUp: async (identities) => {
      const device = await findDeviceByIdentity(database, [...identities]);
      if (found.size > MAX_REMEMBERED) found.clear();
      found.set(identities[0] ?? '', { device, until: device ? Infinity : Date.now() + UNKNOWN_FOR_MS });
      return device;
    },
  };
}
