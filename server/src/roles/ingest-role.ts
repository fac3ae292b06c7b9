import type { Logger } from 'pino';
import { startStorage } from '../gateway/intake.ts';
import type { SubmissionSink } from '../ingest/ingest.ts';
import { type PartitionOwnership, startOwnership } from '../ingest/partition-owner.ts';
import type { LinkMetrics } from '../ingest-link/link-metrics.ts';
import { startLinkServer } from '../ingest-link/link-server.ts';
import type { Receiver } from '../ingest-link/sent-submission.ts';
import type { Database } from '../store/database.ts';
import { PARTITIONS } from '../store/ingest/owners.ts';
import { ensureRecomputeChoice, readOlderPast, readRecomputeChoice } from '../store/facts/recompute-choice.ts';
import type { Parts } from './parts.ts';

/** Ingest in this process. */
interface StartedIngest {
  sink: SubmissionSink;
  /** Where this process shares the devices with others. */
  shared: { receiver: Receiver & { ownerId: number }; ownership: PartitionOwnership } | null;
}

/** The role `ingest`: stores positions and derives facts, of all devices or of those that this process gets. */
export async function startIngestRole(parts: Parts, linkMetrics: LinkMetrics): Promise<StartedIngest> {
  const { config, logger, database, bus, registry, places, stops } = parts;
  const { url, pools, opener, ownerId } = database;
  if (config.tracking) await announceOlderPast(pools.ingest, logger, config.recomputeFacts === 'ask');
  const ingest = await startStorage({
    url,
    database: pools.ingest,
    opener,
    bus,
    logger,
    registry,
    tracking: config.tracking,
    roadLimits: places.limits,
    ownerId,
    stops,
  });
  // A server that is alone has all devices, and no port for gateways.
  if (ownerId === null) {
    linkMetrics.watchPartitions(() => PARTITIONS);
    return { sink: ingest, shared: null };
  }
  const ownership = startOwnership({ url, opener, ownerId, ingest, bus, logger });
  stops.push(ownership.close);
  linkMetrics.watchPartitions(ownership.count);
  const receiver = {
    ownerId,
    sink: ingest,
    owns: (partition: number, epoch: number, deviceId: number) =>
      ownership.owns(partition, epoch) && ingest.partitionOf(deviceId) === partition,
  };
  await openLink(parts, receiver, ownership, linkMetrics);
  return { sink: ingest, shared: { receiver, ownership } };
}

/** Opens the port for gateways in other processes, and takes part in sharing the devices from then on. */
async function openLink(
  { config, logger, secrets, stops }: Parts,
  receiver: Receiver,
  ownership: PartitionOwnership,
  metrics: LinkMetrics,
): Promise<void> {
  const { host, port, address } = config.ingestLink;
  const server = await startLinkServer({ ...receiver, host, port, key: secrets.busKey, logger, metrics });
  // At shutdown other processes get the devices first, while what is stored is acknowledged.
  stops.push(server.close, receiver.sink.drain, server.stopReading, ownership.leave);
  await ownership.open({ host: address, port: server.port });
}

/** After an upgrade: says what will happen to the past before it happens, or that the operator has to choose. */
async function announceOlderPast(database: Database, logger: Logger, asks: boolean): Promise<void> {
  await ensureRecomputeChoice(database, asks);
  const { vehicles, requested, positions } = await readOlderPast(database);
  if (vehicles === requested) return;
  const { paused, pace } = await readRecomputeChoice(database);
  logger.warn(
    { vehicles, positions, paused, pace },
    paused
      ? 'An earlier version computed the trips, stops and alarms of the past; they stay so until somebody starts their recomputation (Administration › Organisations)'
      : 'An earlier version computed the trips, stops and alarms of the past; they are being recomputed and can change. Pause it in Administration › Organisations',
  );
}
