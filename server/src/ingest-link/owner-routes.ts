import type { Logger } from 'pino';
import type { Bus } from '../bus/bus.ts';
import { reasonOf } from '../fault.ts';
import type { Queryable } from '../store/database.ts';
import { listPartitionOwners, type PartitionOwner } from '../store/ingest/owners.ts';

/** The owners of partitions, as the database has them. */
export interface OwnerRoutes {
  of(partition: number): PartitionOwner | undefined;
  /** Calls back after each look. */
  onRead(listener: () => void): void;
  /** Looks again at once. */
  refresh(): void;
  close(): Promise<void>;
}

const LOOK_EVERY_MS = 1000;

export async function createOwnerRoutes(database: Queryable, bus: Bus, logger: Logger): Promise<OwnerRoutes> {
  let owners = new Map<number, PartitionOwner>();
  const listeners: (() => void)[] = [];
  let isClosed = false;
  const read = async () => {
    const rows = await listPartitionOwners(database);
    if (isClosed) return;
    owners = new Map(rows.map((row) => [row.partition, row]));
    for (const listener of listeners) listener();
  };
  let looking: Promise<void> | null = null;
  const look = () => {
    // While the database is away, the owners of before may be there.
    looking ??= read()
      .catch((error: unknown) => logger.debug({ reason: reasonOf(error) }, 'The owners of devices could not be read'))
      .finally(() => (looking = null));
  };
  await read();
  const timer = setInterval(look, LOOK_EVERY_MS);
  const unsubscribe = bus.subscribe('ingest-owners-changed', look);
  return {
    of: (partition) => owners.get(partition),
    onRead: (listener) => listeners.push(listener),
    refresh: look,
    close: async () => {
      isClosed = true;
      clearInterval(timer);
      unsubscribe();
      await looking;
    },
  };
}
