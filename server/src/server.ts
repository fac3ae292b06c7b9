import { existsSync } from 'node:fs';
import path from 'node:path';
import { loadPlaces } from '@milepost/city/places';
import { PROTOCOLS } from '@milepost/protocols/registry';
import type { Logger } from 'pino';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { createSecretBox } from './auth/secret-box.ts';
import { loadSecretKey } from './auth/secret-key.ts';
import { authenticate } from './auth/sessions.ts';
import { createMemoryBus } from './bus/memory-bus.ts';
import type { Config } from './config.ts';
import { openDatabase } from './database/open.ts';
import { seedDemo } from './demo/seed.ts';
import { printFleet, startSimulator } from './demo/simulator-process.ts';
import { StartError } from './errors.ts';
import { adoptUnknown } from './gateway/adopt-unknown.ts';
import { connectPorts, gatewayHost } from './gateway/connect-info.ts';
import { createDeviceDirectory } from './gateway/device-directory.ts';
import { createGatewayMetrics } from './gateway/gateway-metrics.ts';
import { type Gateway, startGateway } from './gateway/gateway.ts';
import { createKnockBook } from './gateway/knock-book.ts';
import { createHttpApp } from './http/app.ts';
import { createIngest, type Ingest } from './ingest/ingest.ts';
import { createIngestMetrics } from './ingest/ingest-metrics.ts';
import { startJobs } from './jobs/jobs.ts';
import { createFleet } from './live/fleet.ts';
import { createLiveHub } from './live/live-hub.ts';
import { watchFirstPositions } from './notify/first-position.ts';
import { visibleKnocks } from './rpc/visible-knocks.ts';
import { ensureBasics } from './store/bootstrap.ts';
import { findKnownDevices } from './store/known-devices.ts';
import { ensureDaysAhead } from './store/partitions.ts';
import { codeOf } from './fault.ts';

export interface RunningServer {
  /** Where people reach it; null without the role `web`. */
  address: string | null;
  gatewayPorts: { protocol: string; transport: string; port: number }[];
  /** The first administrator, with the password where it was generated just now. */
  admin: { username: string; password: string | null };
  /** Orderly: what devices were told is stored, what is stored was told; then everything ends. */
  stop(): Promise<void>;
}

const ROOT = path.join(import.meta.dirname, '../..');
/** Montevideo, where the demo drives; the whole world where there is no demo. */
const MAP_HOME = { demo: [-56.175, -34.885, 12], world: [10, 25, 1.6] } as const;

/** Puts the parts together by role and starts them in the order in which they need each other. */
export async function startServer(config: Config, logger: Logger): Promise<RunningServer> {
  const { roles } = config;
  const stops: (() => Promise<unknown> | void)[] = [];
  const stop = async () => {
    for (const one of stops.splice(0).toReversed()) {
      await Promise.resolve(one()).catch((error: unknown) => logger.error({ error }, 'Stopping went wrong'));
    }
  };
  const abandon = async (error: unknown): Promise<never> => {
    await stop();
    throw error;
  };
  const start = async (): Promise<RunningServer> => {
    const webRoot = path.join(ROOT, 'web/dist');
    if (roles.has('web') && !existsSync(path.join(webRoot, 'index.html'))) {
      throw new StartError('The web application is not built; start with "npm start", or run "npm run build" first.');
    }
    const database = await openDatabase({ databaseUrl: config.databaseUrl, dataDir: config.dataDir, logger });
    stops.push(database.close);
    const admin = await ensureBasics(database.pool, { adminPassword: config.adminPassword ?? undefined });
    await ensureDaysAhead(database.pool, Date.now());
    if (config.demo) await seedDemo(database.pool, await printFleet(config.demoVehicles));

    const bus = createMemoryBus(logger);
    const registry = new Registry();
    collectDefaultMetrics({ register: registry });
    const knocks = createKnockBook();
    stops.push(knocks.close);

    let ingest: Ingest | null = null;
    let gateway: Gateway | null = null;
    if (roles.has('gateway')) {
      ingest = await createIngest({
        url: database.url,
        database: database.pool,
        bus,
        logger,
        metrics: createIngestMetrics(registry),
      });
      stops.push(ingest.close);
      gateway = await startGateway({
        protocols: PROTOCOLS,
        host: config.gateway.host,
        ports: config.gateway.ports,
        limits: config.gateway.limits,
        ingest,
        directory: createDeviceDirectory({
          database: database.pool,
          bus,
          adopt: config.gateway.adoptUnknown ? adoptUnknown(database.pool, bus, logger) : null,
        }),
        knocks,
        metrics: createGatewayMetrics(registry),
        logger,
        bus,
      });
      stops.push(gateway.close, ingest.drain, gateway.stopReading);
    }
    if (roles.has('jobs'))
      stops.push(
        (await startJobs({ url: database.url, database: database.pool, bus, logger, mail: config.mail })).stop,
      );

    let address: string | null = null;
    if (roles.has('web')) {
      const secrets = createSecretBox(await loadSecretKey(config.secretKey, config.dataDir));
      stops.push(await watchFirstPositions({ database: database.pool, bus, logger }));
      const places = placesOrNone();
      const host = gatewayHost(config.gateway.host, config.gateway.publicHost);
      const listening = gateway?.ports ?? [];
      const fleet = await createFleet(database.pool, bus, logger);
      stops.push(fleet.stop);
      const hub = createLiveHub({
        bus,
        logger,
        registry,
        fleet,
        placeAt: places,
        authenticate: (cookie) => authenticate(database.pool, cookie),
        knocks,
        whoKnocks: async (all) => {
          const identities = all.flatMap((knock) => knock.identity ?? []);
          const known = await findKnownDevices(database.pool, identities);
          return ({ scope }) => visibleKnocks(all, known, scope, undefined);
        },
      });
      const app = await createHttpApp({
        database: database.pool,
        bus,
        logger,
        secrets,
        config: {
          demo: config.demo,
          profileLinks: config.profileLinks,
          mailConfigured: config.mail !== null,
          publicUrl: config.publicUrl,
          production: config.production,
          mapStyleLight: config.mapStyleLight,
          mapStyleDark: config.mapStyleDark,
          mapHome: [...(config.demo ? MAP_HOME.demo : MAP_HOME.world)],
          secureCookies: config.secureCookies,
          trustedProxies: config.trustedProxies,
          metricsPublic: config.metricsPublic,
        },
        webRoot,
        basemapRoot: path.join(ROOT, 'city/dist'),
        knocks,
        gatewayHost: host,
        gatewayPorts: () => connectPorts(listening, host.host),
        readiness: async () => {
          const databaseReady = await database.pool.query('SELECT 1').then(
            () => true,
            () => false,
          );
          const gatewayReady = !roles.has('gateway') || gateway !== null;
          const parts = {
            database: databaseReady ? 'ready' : 'away',
            gateway: roles.has('gateway') ? (gatewayReady ? 'ready' : 'starting') : 'elsewhere',
          };
          return { ready: databaseReady && gatewayReady, parts };
        },
        metrics: () => registry.metrics(),
        placeAt: places,
      });
      app.server.on('upgrade', hub.upgrade);
      try {
        address = await app.listen({ host: config.host, port: config.port });
      } catch (error) {
        throw codeOf(error) === 'EADDRINUSE'
          ? new StartError(`Port ${config.port} on ${config.host} is in use by another program. Set PORT to another.`)
          : error;
      }
      stops.push(() => app.close(), hub.stop);
    }
    if (config.demo && gateway) {
      const stateDir = path.join(config.dataDir, 'simulator');
      stops.push(startSimulator({ vehicles: config.demoVehicles, ports: gateway.ports, stateDir, logger }).stop);
    }
    const gatewayPorts = (gateway?.ports ?? []).map(({ protocol, transport, port }) => ({
      protocol: protocol.name,
      transport,
      port,
    }));
    return { address, gatewayPorts, admin, stop };
  };
  return start().catch(abandon);
}

/** Places in words come with the built city; without it vehicles are shown by coordinates. */
function placesOrNone(): (lat: number, lon: number) => string | null {
  try {
    return loadPlaces().placeAt;
  } catch {
    return () => null;
  }
}
