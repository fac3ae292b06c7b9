import type { Logger } from 'pino';
import type { Bus } from '../bus/bus.ts';
import { reasonOf } from '../fault.ts';
import type { Queryable } from '../store/database.ts';
import { createDeviceRecords } from '../ingest/device-records.ts';
import { listDeviceMoves } from '../store/moves/device-moves.ts';
import { listPartitionOwners, partitionOf, type PartitionOwner } from '../store/ingest/owners.ts';

/** The owners of partitions, as the database has them. */
export interface OwnerRoutes {
  of(partition: number): PartitionOwner | undefined;
  partitionOf(deviceId: number): number;
  /** Calls back after each look. */
  onRead(listener: () => void): void;
  /** Looks again at once; also at the moves of devices, on which their partitions depend, if an owner refused something. */
  refresh(wasRefused?: boolean): void;
  close(): Promise<void>;
}

const LOOK_EVERY_MS = 1000;

export async function createOwnerRoutes(database: Queryable, bus: Bus, logger: Logger): Promise<OwnerRoutes> {
  const records = createDeviceRecords([]);
  const readMoves = async () => records.add((await listDeviceMoves(database)).toSorted((a, b) => a.to - b.to));
  let owners = new Map<number, PartitionOwner>();
  const listeners: (() => void)[] = [];
  let isClosed = false;
  const read = async (withMoves = false) => {
    if (withMoves) await readMoves();
    const rows = await listPartitionOwners(database);
    if (isClosed) return;
    owners = new Map(rows.map((row) => [row.partition, row]));
    for (const listener of listeners) listener();
  };
  let looking: Promise<void> | null = null;
  const look = (withMoves = false) => {
    // While the database is away, the owners of before may be there.
    looking ??= read(withMoves)
      .catch((error: unknown) => logger.debug({ reason: reasonOf(error) }, 'The owners of devices could not be read'))
      .finally(() => (looking = null));
  };
  await read(true);
  const timer = setInterval(look, LOOK_EVERY_MS);
  const stops = [
    bus.subscribe('ingest-owners-changed', () => look()),
    bus.subscribe('devices-moved', ({ devices }) => records.add(devices)),
    bus.subscribe('events-lost', () => look(true)),
  ];
  return {
    partitionOf: (deviceId) => partitionOf(records.root(deviceId)),
    of: (partition) => owners.get(partition),
    onRead: (listener) => listeners.push(listener),
    refresh: look,
    close: async () => {
      isClosed = true;
      clearInterval(timer);
      for (const stop of stops) stop();
      await looking;
    },
  };
}
