import { adoptUnknown } from '../gateway/adopt-unknown.ts';
import type { Gateway } from '../gateway/gateway.ts';
import { answerForGateway } from '../gateway/gateways.ts';
import { connectionsWithin } from '../gateway/open-files.ts';
import { startIntake } from '../gateway/intake.ts';
import { watchIngest } from '../status/ingest-rates.ts';
import { ensureRecomputeChoice, readOlderPast, readRecomputeChoice } from '../store/facts/recompute-choice.ts';
import type { Database } from '../store/database.ts';
import type { Logger } from 'pino';
import type { Parts } from './parts.ts';

/** The roles `gateway` and `ingest`: accept devices and store positions. */
export async function startGatewayRole(parts: Parts): Promise<Gateway> {
  const { config, logger, database, bus, asks, registry, contacts, places, stops } = parts;
  const { url, pools, opener } = database;
  const { limits } = config.gateway;
  const maxConnections = connectionsWithin(limits.maxConnections);
  if (maxConnections < limits.maxConnections) {
    logger.warn(
      { wanted: limits.maxConnections, maxConnections },
      'This process may open too few files for the expected device connections; raise its limit (ulimit -n)',
    );
  }
  if (config.tracking) await announceOlderPast(pools.ingest, logger, config.recomputeFacts === 'ask');
  const { gateway, admission, json, layouts } = await startIntake({
    url,
    database: pools.ingest,
    opener,
    bus,
    logger,
    registry,
    contacts,
    tracking: config.tracking,
    roadLimits: places.limits,
    adopt: config.gateway.adoptUnknown ? adoptUnknown(pools.ingest, bus, logger) : null,
    protocols: config.gateway.protocols,
    host: config.gateway.host,
    ports: config.gateway.ports,
    // The demo fleet finds the open ports by itself; real devices are configured with a fixed one.
    ifTaken: config.demo ? 'any' : 'wait',
    limits: { ...limits, maxConnections },
    broker: config.broker,
    stops,
  });
  const rates = watchIngest(registry);
  asks.answer('ingest', rates.read);
  stops.push(rates.close);
  stops.push(answerForGateway({ asks, bus, contacts, gateway, probers: admission.probers, json, layouts }));
  return gateway;
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
