import { PROTOCOLS } from '@milepost/protocols/registry';
import { adoptUnknown } from '../gateway/adopt-unknown.ts';
import { createBlockedNetworks } from '../gateway/blocked-networks.ts';
import { createDeviceAdmission } from '../gateway/device-admission.ts';
import { createDeviceDirectory } from '../gateway/device-directory.ts';
import { raiseTwoSenders } from '../gateway/raise-alarm.ts';
import { createDoubtBook } from '../gateway/doubt-book.ts';
import { createGatewayMetrics } from '../gateway/gateway-metrics.ts';
import { type Gateway, startGateway } from '../gateway/gateway.ts';
import type { Guessing } from '../gateway/guess-limit.ts';
import { createHomeBook } from '../gateway/home-book.ts';
import { connectionsWithin } from '../gateway/open-files.ts';
import { createFactsMetrics } from '../facts/facts-metrics.ts';
import { createIngestMetrics } from '../ingest/ingest-metrics.ts';
import { createIngest } from '../ingest/ingest.ts';
import type { Parts } from './parts.ts';

/** The gateway, and who guesses identities at it. */
export interface GatewayRole extends Gateway {
  guessers: () => Guessing[];
}

/** The roles `gateway` and `ingest`: devices in, positions stored. */
export async function startGatewayRole(parts: Parts): Promise<GatewayRole> {
  const { config, logger, database, bus, registry, knocks, stops } = parts;
  const { url, pool } = database;
  const ingest = await createIngest({
    url,
    database: pool,
    bus,
    logger,
    metrics: createIngestMetrics(registry),
    factsMetrics: config.tracking ? createFactsMetrics(registry) : null,
  });
  stops.push(ingest.close);
  const adopt = config.gateway.adoptUnknown ? adoptUnknown(pool, bus, logger) : null;
  const { limits } = config.gateway;
  const maxConnections = connectionsWithin(limits.maxConnections);
  if (maxConnections < limits.maxConnections) {
    logger.warn(
      { wanted: limits.maxConnections, maxConnections },
      'This process may open too few files for so many connections of devices; raise its limit (ulimit -n)',
    );
  }
  const directory = createDeviceDirectory({ database: pool, bus, adopt });
  const doubts = createDoubtBook(pool, logger);
  const homes = await createHomeBook(pool, logger);
  const admission = createDeviceAdmission({
    directory,
    bus,
    doubts,
    homes,
    raise: raiseTwoSenders(ingest),
    limited: adopt === null,
  });
  const blocked = await createBlockedNetworks(pool, bus, logger);
  stops.push(admission.close, homes.close, blocked.close);
  const gateway = await startGateway({
    protocols: PROTOCOLS,
    host: config.gateway.host,
    ports: config.gateway.ports,
    // The demo fleet is told where it is heard; real devices are set to one port.
    ifTaken: config.demo ? 'any' : 'wait',
    limits: { ...limits, maxConnections },
    ingest,
    directory,
    admission,
    blocked,
    knocks,
    metrics: createGatewayMetrics(registry),
    logger,
    bus,
  });
  // In this order at the end: nothing more is read, what was read is stored and acknowledged, connections close.
  stops.push(gateway.close, ingest.drain, gateway.stopReading);
  return { ...gateway, guessers: admission.guessers };
}
