import type { Logger } from 'pino';
import { databaseUseOf } from '../config.ts';
import { processName } from '../database/process-name.ts';
import { startStorage } from '../gateway/intake.ts';
import type { Ingest } from '../ingest/ingest.ts';
import type { LinkMetrics } from '../ingest-link/link-metrics.ts';
import { startLinkServer } from '../ingest-link/link-server.ts';
import type { Database } from '../store/database.ts';
import { ensureRecomputeChoice, readOlderPast, readRecomputeChoice } from '../store/facts/recompute-choice.ts';
import { takeAllPartitions } from '../store/ingest/owners.ts';
import type { Parts } from './parts.ts';

/** The role `ingest`: stores positions and derives facts, for the gateway of this process and for those of others. */
export async function startIngestRole(parts: Parts, linkMetrics: LinkMetrics): Promise<Ingest> {
  const { config, logger, database, bus, registry, places, stops } = parts;
  const { url, pools, opener } = database;
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
    stops,
  });
  // A server that is alone has no others.
  if (databaseUseOf(config) === 'storing') await openLink(parts, ingest, linkMetrics);
  return ingest;
}

/** Opens the port for gateways in other processes, and registers where it is. */
async function openLink(
  { config, logger, database, bus, secrets, stops }: Parts,
  ingest: Ingest,
  metrics: LinkMetrics,
): Promise<void> {
  const { host, port, address } = config.ingestLink;
  let epochs: number[] = [];
  const server = await startLinkServer({
    host,
    port,
    key: secrets.busKey,
    sink: ingest,
    owns: (partition, epoch) => epochs[partition] === epoch,
    logger,
    metrics,
  });
  // The order at shutdown: read nothing more, store and acknowledge what was read, close the connections.
  stops.push(server.close, ingest.drain, server.stopReading);
  epochs = await takeAllPartitions(database.pools.ingest, processName(config.roles), {
    host: address,
    port: server.port,
  });
  bus.publish('ingest-owners-changed', {});
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
