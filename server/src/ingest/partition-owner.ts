import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Bus } from '../bus/bus.ts';
import type { Opener } from '../database/pool.ts';
import { createPool } from '../database/pool.ts';
import { reasonOf } from '../fault.ts';
import type { Database } from '../store/database.ts';
import {
  addIngestEvent,
  announceLeaving,
  beatAndListOwners,
  claimPartitions,
  countFreePartitions,
  endConnectionsOf,
  fenceOwner,
  freeOthers,
  freePartitions,
  type IngestEvent,
  type IngestOwner,
  type OwnerAddress,
  PARTITIONS,
  publishAddress,
  removeOwner,
} from '../store/ingest/owners.ts';
import type { Ingest } from './ingest.ts';

/** This process as the owner of some of the partitions, which it shares with others evenly. */
export interface PartitionOwnership {
  /** True while this process has the partition, since this epoch. */
  owns(partition: number, epoch: number): boolean;
  count(): number;
  /** Gateways can reach this process from now on. */
  open(address: OwnerAddress): Promise<void>;
  /** Hands all partitions over to the others. */
  leave(): Promise<void>;
  close(): Promise<void>;
}

interface OwnershipOptions {
  url: string;
  opener: Opener;
  ownerId: number;
  ingest: Pick<Ingest, 'takeOver' | 'handOver'>;
  bus: Bus;
  logger: Logger;
}

const BEAT_MS = 500;
/** An owner that does not count for this long is ended by another one. */
const SILENT_MS = 2000;
/** The same for one without any connection to the database: it has ended, and nothing has to wait for it. */
const GONE_MS = 1000;
/** After this process could not reach the database, others may not reach it either. */
const GRACE_MS = 5000;
const ENDED_WITHIN_MS = 20_000;
/** At the end, for what others do not take over. */
const LEAVE_WITHIN_MS = 8000;

interface Watched {
  beats: number;
  beatAt: number;
  connectedAt: number;
}

export function startOwnership({ url, opener, ownerId, ingest, bus, logger }: OwnershipOptions): PartitionOwnership {
  // Its own connections, so that no other work delays the signs of life.
  const database = createPool(url, logger, 2, opener);
  const epochs = new Map<number, number>();
  const watched = new Map<number, Watched>();
  let lookedAt = performance.now();
  let graceUntil = -Infinity;
  let isOpen = false;
  let isLeaving = false;
  let isClosed = false;
  let working: Promise<void> = Promise.resolve();

  const note = (kind: IngestEvent['kind'], partitions: number, owner = opener.name) => {
    bus.publish('ingest-owners-changed', {});
    logger.info({ owner, partitions }, EVENT_TEXTS[kind]);
    addIngestEvent(database, { owner, kind, partitions }).catch(() => {});
  };

  const take = async (most: number) => {
    const taken = await ingest.takeOver((writer) => claimPartitions(writer, ownerId, most));
    for (const { partition, epoch } of taken) epochs.set(partition, epoch);
    if (taken.length > 0) note('taken', taken.length);
  };
  const release = async (count: number) => {
    const partitions = [...epochs.keys()].slice(0, count);
    // From here on gateways are refused, and send to the next owner.
    for (const partition of partitions) epochs.delete(partition);
    await ingest.handOver(partitions, (writer) => freePartitions(writer, ownerId, partitions));
    note('handed-over', partitions.length);
  };
  const releaseAll = async () => {
    await announceLeaving(database, ownerId);
    await working;
    if (epochs.size > 0) await release(epochs.size);
  };
  const balance = async (owners: readonly IngestOwner[]) => {
    const sharing = owners.filter(({ fenced, leaving, isReachable }) => !fenced && !leaving && isReachable);
    // Taken on a connection that broke before it said so.
    if ((owners.find(({ id }) => id === ownerId)?.partitions ?? 0) > epochs.size)
      await freeOthers(database, ownerId, [...epochs.keys()]);
    const place = sharing.findIndex(({ id }) => id === ownerId);
    if (place < 0 || isLeaving) return;
    const share = Math.floor(PARTITIONS / sharing.length) + (place < PARTITIONS % sharing.length ? 1 : 0);
    if (epochs.size > share) await release(epochs.size - share);
    else if (epochs.size < share && (await countFreePartitions(database)) > 0) await take(share - epochs.size);
  };

  const end = async (owner: IngestOwner) => {
    if (!owner.fenced && !(await fenceOwner(database, owner))) return;
    for (let waited = 0; (await endConnectionsOf(database, owner.id)) > 0; waited += 50) {
      if (waited > ENDED_WITHIN_MS) throw new Error(`A connection of ${owner.name} does not end`);
      await delay(50);
    }
    const partitions = await removeOwner(database, owner.id);
    if (partitions !== null) note('lost', partitions, owner.name);
  };
  /** The owners that have to be ended. */
  const findSilent = (owners: readonly IngestOwner[]): IngestOwner[] => {
    const now = performance.now();
    // This process stood still itself, perhaps with all others.
    const wasAway = now - lookedAt > SILENT_MS / 2;
    lookedAt = now;
    for (const id of watched.keys()) if (!owners.some((one) => one.id === id)) watched.delete(id);
    return owners.filter((owner) => {
      if (owner.id === ownerId) return false;
      let known = watched.get(owner.id);
      if (!known || wasAway) watched.set(owner.id, (known = { beats: owner.beats, beatAt: now, connectedAt: now }));
      if (known.beats !== owner.beats) Object.assign(known, { beats: owner.beats, beatAt: now });
      if (owner.connections > 0) known.connectedAt = now;
      if (owner.fenced) return true;
      // One that starts has no devices yet, and gives no sign of life.
      const isSilent = owner.isReachable && now - known.beatAt > SILENT_MS;
      return now > graceUntil && (isSilent || now - known.connectedAt > GONE_MS);
    });
  };

  let isWorking = false;
  /** Does what follows from a look, one look at a time; meanwhile the signs of life go on. */
  const work = (owners: readonly IngestOwner[], silent: readonly IngestOwner[]) => {
    if (isWorking) return;
    isWorking = true;
    const all = async () => {
      for (const owner of silent) await end(owner);
      await balance(owners);
    };
    working = all()
      .catch((error: unknown) => logger.warn({ reason: reasonOf(error) }, 'Devices could not be shared; retrying'))
      .finally(() => (isWorking = false));
  };
  let beating: Promise<void> | null = null;
  const look = async () => {
    try {
      const owners = await beatAndListOwners(database, ownerId);
      work(owners, findSilent(owners));
    } catch (error) {
      graceUntil = performance.now() + GRACE_MS;
      if (!isClosed) logger.debug({ reason: reasonOf(error) }, 'The database did not take a sign of life');
    }
  };
  const beat = () => {
    if (!isOpen || isClosed) return;
    beating ??= look().finally(() => (beating = null));
  };
  const timer = setInterval(beat, BEAT_MS);
  const unsubscribe = bus.subscribe('ingest-owners-changed', beat);

  return {
    owns: (partition, epoch) => epochs.get(partition) === epoch,
    count: () => epochs.size,
    open: async (address) => {
      await publishAddress(database, ownerId, address);
      isOpen = true;
      beat();
    },
    leave: async () => {
      if (!isOpen) return;
      isLeaving = true;
      await Promise.race([
        releaseAll().catch((error: unknown) =>
          logger.warn({ reason: reasonOf(error) }, 'Devices were not handed over; others take them in some seconds'),
        ),
        delay(LEAVE_WITHIN_MS, undefined, { ref: false }),
      ]);
    },
    close: async () => {
      isClosed = true;
      clearInterval(timer);
      unsubscribe();
      await Promise.allSettled([beating, working]);
      await removeSelf(database, ownerId, epochs.size === 0);
      await database.end();
    },
  };
}

/** An owner that has nothing any more needs not be waited for. */
async function removeSelf(database: Database, ownerId: number, isEmpty: boolean): Promise<void> {
  if (isEmpty) await removeOwner(database, ownerId).catch(() => null);
}

const EVENT_TEXTS: Readonly<Record<IngestEvent['kind'], string>> = {
  taken: 'This process has the devices of more partitions',
  'handed-over': 'The devices of partitions were handed over',
  lost: 'A process that stored positions stood still or has ended; its devices are free',
};
