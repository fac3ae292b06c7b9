import type { Message } from '@milepost/protocols/types';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { Bus } from '../bus/bus.ts';
import { createFactsMetrics } from '../facts/facts-metrics.ts';
import { createIngestMetrics } from '../ingest/ingest-metrics.ts';
import { createIngest, type Ingest } from '../ingest/ingest.ts';
import type { RoadLimits } from '../places/road-limits.ts';
import type { Database } from '../store/database.ts';
import { createBlockedNetworks } from './blocked-networks.ts';
import { createCommandDispatcher } from './command-dispatcher.ts';
import { createDeviceAdmission } from './device-admission.ts';
import { createDeviceDirectory } from './device-directory.ts';
import { createFindingRecorder } from './finding-recorder.ts';
import { createGatewayMetrics } from './gateway-metrics.ts';
import { startGateway } from './gateway.ts';
import { createHomeNetworkStore } from './home-network-store.ts';
import type { Opener } from '../database/pool.ts';
import { createJsonProfileRegistry } from './json-profile-registry.ts';
import type { ContactLog } from './contact-log.ts';
import { createLayoutProfileRegistry } from './layout-profile-registry.ts';

type Listening = Pick<
  Parameters<typeof startGateway>[0],
  'protocols' | 'host' | 'ports' | 'ifTaken' | 'limits' | 'broker'
>;

interface Options extends Listening {
  url: string;
  database: Database;
  opener?: Opener | undefined;
  bus: Bus;
  logger: Logger;
  registry: Registry;
  contacts: ContactLog;
  /** True when trips, stops and alarms are derived from the positions. */
  tracking: boolean;
  /** The speed limits of roads; omitted when none are available. */
  roadLimits?: RoadLimits;
  /** Registers a device for an unknown identity; null leaves it for a person to adopt. */
  adopt: Parameters<typeof createDeviceDirectory>[0]['adopt'];
  /** The clock for counting probes; the machine's clock when omitted. */
  now?: () => number;
  /** Receives the stop function of each part, to be called in reverse order, also when a later part fails to start. */
  stops: (() => Promise<unknown> | void)[];
}

/** Starts the intake of positions: the gateway of all protocols, device admission, and ingest behind them. */
export async function startIntake(options: Options) {
  const {
    url,
    database,
    opener,
    bus,
    logger,
    registry,
    contacts,
    tracking,
    roadLimits,
    adopt,
    now,
    stops,
    ...listening
  } = options;
  const ingest = await createIngest({
    url,
    database,
    opener,
    bus,
    logger,
    metrics: createIngestMetrics(registry),
    factsMetrics: tracking ? createFactsMetrics(registry) : null,
    limits: roadLimits,
  });
  stops.push(ingest.close);
  const directory = createDeviceDirectory({ database, bus, adopt });
  const findings = createFindingRecorder(database, logger);
  const homes = await createHomeNetworkStore(database, logger);
  const admission = createDeviceAdmission({
    directory,
    bus,
    findings,
    homes,
    raise: raiseTwoSenders(ingest),
    limited: adopt === null,
    ...(now && { now }),
  });
  const blocked = await createBlockedNetworks(database, bus, logger);
  const commands = await createCommandDispatcher({ database, bus, logger });
  const json = await createJsonProfileRegistry(database, bus, logger);
  const layouts = await createLayoutProfileRegistry(database, bus, logger);
  stops.push(admission.close, homes.close, blocked.close, commands.close, json.close, layouts.close);
  const gateway = await startGateway({
    ...listening,
    ingest,
    directory,
    admission,
    blocked,
    contacts,
    commands,
    json,
    layouts,
    metrics: createGatewayMetrics(registry),
    logger,
    bus,
  });
  // The order at shutdown: stop reading, store and acknowledge what was read, close the connections.
  stops.push(gateway.close, ingest.drain, gateway.stopReading);
  return { gateway, ingest, admission, findings, json, layouts };
}

/** An alarm that the gateway raises itself. It is stored like one of the device, so that rules apply to it. */
function raiseTwoSenders(ingest: Ingest): (deviceId: number, at: number) => void {
  const message: Message = { kind: 'report', deviceTime: null, fix: null, attributes: { alarm: ['twoSenders'] } };
  return (deviceId, receivedAt) => ingest.submit({ deviceId, messages: [message], receivedAt, onStored: () => {} });
}
