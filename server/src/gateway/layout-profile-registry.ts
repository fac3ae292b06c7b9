import { newProfileReader } from '@milepost/protocols/its/profile';
import type { DescribedFrames } from '@milepost/protocols/types';
import type { Logger } from 'pino';
import type { Bus } from '../bus/bus.ts';
import { reasonOf } from '../fault.ts';
import { ownText } from '../own-text.ts';
import type { Queryable } from '../store/database.ts';
import { listLayoutProfiles, type StoredLayoutProfile } from '../store/devices/layout-profiles.ts';
import { type ReadBy, ReadCounts } from './read-counts.ts';

export interface LastFrame {
  text: string;
  /** Epoch milliseconds. */
  at: number;
}

/** The profiles for reading frames in layouts of makers. */
export interface LayoutProfileRegistry {
  /** For decoders: always uses the current profiles, also on connections that are already open. */
  frames: DescribedFrames;
  readBy(profileId: number): (ReadBy<LastFrame> & { devices: number }) | null;
  close(): void;
}

/** Devices counted individually for each profile; beyond this the count stops at the limit. */
const MAX_DEVICES = 10_000;

export async function createLayoutProfileRegistry(
  database: Queryable,
  bus: Bus,
  logger: Logger,
): Promise<LayoutProfileRegistry> {
  let read = newProfileReader<StoredLayoutProfile>([]);
  const counts = new ReadCounts<LastFrame>();
  const devices = new Map<number, Set<string>>();
  const load = async () => {
    const profiles = await listLayoutProfiles(database);
    counts.retain(profiles);
    for (const id of devices.keys()) if (!profiles.some((one) => one.id === id)) devices.delete(id);
    read = newProfileReader(profiles);
  };
  await load();
  const unsubscribe = bus.subscribe('layout-profiles-changed', () => {
    load().catch((error: unknown) => logger.warn({ reason: reasonOf(error) }, 'Layout profiles could not be reloaded'));
  });
  const countDevice = (profileId: number, identity: string) => {
    let known = devices.get(profileId);
    if (!known) devices.set(profileId, (known = new Set()));
    if (known.size < MAX_DEVICES && !known.has(identity)) known.add(ownText(identity));
  };
  return {
    frames: {
      read: (text, now) => {
        const found = read(text, now);
        if (!found) return null;
        const { profile, decoded } = found;
        const counted = counts.add(profile.id);
        counted.last = { text, at: now.getTime() };
        if (decoded.fault !== undefined) {
          counted.faults += 1;
          counted.fault = decoded.fault;
        }
        const [identity] = decoded.identities;
        if (identity !== undefined) countDevice(profile.id, identity);
        return decoded;
      },
    },
    readBy: (id) => {
      const counted = counts.of(id);
      return counted && { ...counted, devices: devices.get(id)?.size ?? 0 };
    },
    close: unsubscribe,
  };
}
