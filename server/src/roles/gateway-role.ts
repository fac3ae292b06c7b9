import { PROTOCOLS } from '@milepost/protocols/registry';
import { adoptUnknown } from '../gateway/adopt-unknown.ts';
import { createDeviceDirectory } from '../gateway/device-directory.ts';
import { createGatewayMetrics } from '../gateway/gateway-metrics.ts';
import { type Gateway, startGateway } from '../gateway/gateway.ts';
import { connectionsWithin } from '../gateway/open-files.ts';
import { createFactsMetrics } from '../facts/facts-metrics.ts';
import { createIngestMetrics } from '../ingest/ingest-metrics.ts';
import { createIngest } from '../ingest/ingest.ts';
import type { Parts } from './parts.ts';

/** The roles `gateway` and `ingest`: devices in, positions stored. */
export async function startGatewayRole(parts: Parts): Promise<Gateway> {
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
  const gateway = await startGateway({
    protocols: PROTOCOLS,
    host: config.gateway.host,
    ports: config.gateway.ports,
    limits: { ...limits, maxConnections },
    ingest,
    directory: createDeviceDirectory({ database: pool, bus, adopt }),
    knocks,
    metrics: createGatewayMetrics(registry),
    logger,
    bus,
  });
  // In this order at the end: nothing more is read, what was read is stored and acknowledged, connections close.
  stops.push(gateway.close, ingest.drain, gateway.stopReading);
  return gateway;
}
