import { databaseUseOf } from '../config.ts';
import { adoptUnknown } from '../gateway/adopt-unknown.ts';
import type { Gateway } from '../gateway/gateway.ts';
import { answerForGateway } from '../gateway/gateways.ts';
import { connectionsWithin } from '../gateway/open-files.ts';
import { startDevices } from '../gateway/intake.ts';
import type { SubmissionSink } from '../ingest/ingest.ts';
import type { LinkMetrics } from '../ingest-link/link-metrics.ts';
import { createOwnerRoutes } from '../ingest-link/owner-routes.ts';
import { createRemoteIngest, type RemoteIngest } from '../ingest-link/remote-ingest.ts';
import type { Receiver } from '../ingest-link/sent-submission.ts';
import type { Parts } from './parts.ts';

/** The role `gateway`: accepts devices. What they report goes to `ingest`, in this process or over links to others. */
export async function startGatewayRole(parts: Parts, ingest: SubmissionSink): Promise<Gateway> {
  const { config, logger, database, bus, asks, registry, contacts, stops } = parts;
  const { pools } = database;
  const { limits } = config.gateway;
  const maxConnections = connectionsWithin(limits.maxConnections);
  if (maxConnections < limits.maxConnections) {
    logger.warn(
      { wanted: limits.maxConnections, maxConnections },
      'This process may open too few files for the expected device connections; raise its limit (ulimit -n)',
    );
  }
  const { gateway, admission, json, layouts } = await startDevices({
    database: pools.ingest,
    bus,
    logger,
    registry,
    contacts,
    ingest,
    adopt: config.gateway.adoptUnknown ? adoptUnknown(pools.ingest, bus, logger) : null,
    protocols: config.gateway.protocols,
    host: config.gateway.host,
    ports: config.gateway.ports,
    // The demo fleet finds the open ports by itself; real devices are configured with a fixed one.
    ifTaken: config.demo ? 'any' : 'wait',
    limits: { ...limits, maxConnections },
    broker: config.broker,
    stops,
    ...(databaseUseOf(config) !== 'alone' && {
      // Of no concern where they are stored in this process.
      others: { requestStates: () => void (config.roles.has('ingest') || asks.ask('states', {}).catch(() => {})) },
    }),
  });
  stops.push(answerForGateway({ asks, bus, contacts, gateway, probers: admission.probers, json, layouts }));
  return gateway;
}

/** The ways of a gateway to ingest in several processes, one of which may be this one. */
export async function joinIngest(
  { logger, database, bus, secrets, stops }: Parts,
  metrics: LinkMetrics,
  local?: Receiver & { ownerId: number },
): Promise<RemoteIngest> {
  const routes = await createOwnerRoutes(database.pools.ingest, bus, logger);
  const ingest = createRemoteIngest({ routes, key: secrets.busKey, logger, metrics, local });
  stops.push(routes.close, ingest.close);
  return ingest;
}
