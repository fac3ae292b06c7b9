import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Logger } from 'pino';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { createMemoryBus } from './bus/memory-bus.ts';
import type { Config } from './config.ts';
import { openDatabase } from './database/open.ts';
import { seedDemo } from './demo/seed.ts';
import { startDemoBills } from './demo/demo-bills.ts';
import { seedFiles } from './demo/seed-files.ts';
import { printFleet, startSimulator } from './demo/simulator-process.ts';
import { createFileStore } from './files/file-store.ts';
import { StartError } from './errors.ts';
import { type ListeningPort, portSetting } from './gateway/device-ports.ts';
import { createContactLog } from './gateway/contact-log.ts';
import { startLoopWatch } from './loop/loop-watch.ts';
import { createJobQueue } from './jobs/job-queue.ts';
import { ALL_JOBS } from './jobs/all-jobs.ts';
import { backupJobs } from './jobs/backup-jobs.ts';
import { startJobs } from './jobs/jobs.ts';
import { startBackups } from './roles/backup-role.ts';
import { startAlarmRole } from './roles/alarm-role.ts';
import { startGatewayRole } from './roles/gateway-role.ts';
import { NO_MAP_FILE, watchMapFile } from './map-file/map-file.ts';
import { createMapSearch } from './map-file/map-index.ts';
import { openPlaces } from './roles/open-places.ts';
import type { Parts } from './roles/parts.ts';
import { startWebRole } from './roles/web-role.ts';
import { openSecrets } from './auth/open-secrets.ts';
import { ensureBasics } from './auth/bootstrap.ts';
import type { Database } from './store/database.ts';
import { decideOrigin } from './store/database-origin.ts';
import { ensureDaysAhead } from './store/tracks/partitions.ts';
import { refuseTakenPort } from './taken-port.ts';

export interface RunningServer {
  /** The address at which people reach it; null without the role `web`. */
  address: string | null;
  gatewayPorts: { protocol: string; transport: string; port: number; taken: boolean; setting: string }[];
  /** The first administrator, with the password if it was generated just now. */
  admin: { username: string; password: string | null };
  /** Orderly: everything acknowledged is stored, everything stored is acknowledged; then all parts end. */
  stop(): Promise<void>;
}

interface StartOptions {
  /** Aborted when the process must stop before it is up: started parts are stopped, and the start rejects. */
  signal?: AbortSignal | undefined;
  /** Called with one line for the operator when the process must end although nothing in it is broken. */
  onFatal?: ((message: string) => void) | undefined;
}

const ROOT = path.join(import.meta.dirname, '../..');
const WEB_ROOT = path.join(ROOT, 'web/dist');
const BASEMAP_ROOT = path.join(ROOT, 'city/dist');

/**
 * Assembles the parts by role and starts them in the order of their dependencies.
 * @throws StartError when the operator must correct something; the signal's reason when it is aborted
 */
export async function startServer(
  config: Config,
  logger: Logger,
  { signal, onFatal }: StartOptions = {},
): Promise<RunningServer> {
  const stops: Parts['stops'] = [];
  const stop = async () => {
    for (const one of stops.splice(0).toReversed()) {
      await Promise.resolve(one()).catch((error: unknown) => logger.error({ error }, 'Part of the shutdown failed'));
    }
  };
  try {
    return { ...(await startParts({ config, logger, stops, signal, onFatal })), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * The past week of the demo is written within minutes. With the write-ahead log of a real fleet, that log would take up more
 * disk than the data. Checkpoints then come every few seconds, as intended, and are no warning.
 */
const DEMO_DATABASE = ['max_wal_size=32MB', 'min_wal_size=32MB', 'checkpoint_warning=0'];

/** The demo invents vehicles, bills and photos, so it writes only into a database that it created itself. */
async function demoMayRun(database: Database, wanted: boolean, logger: Logger): Promise<boolean> {
  const made = await decideOrigin(database, wanted);
  if (wanted && !made) {
    logger.warn(
      'The demo does not run because this database holds a real fleet. Set DEMO=false, or DATA_DIR to another folder.',
    );
  }
  return wanted && made;
}

const described = ({ protocol, transport, port }: ListeningPort, taken: boolean) => ({
  protocol: protocol.name,
  transport,
  port,
  taken,
  setting: portSetting(protocol),
});

async function startParts({
  config: given,
  logger,
  stops,
  signal,
  onFatal,
}: StartOptions & { config: Config; logger: Logger; stops: Parts['stops'] }): Promise<Omit<RunningServer, 'stop'>> {
  const { roles } = given;
  if (roles.has('web') && !existsSync(path.join(WEB_ROOT, 'index.html'))) {
    throw new StartError('The web application is not built; start with "npm start", or run "npm run build" first.');
  }
  if (roles.has('web')) await refuseTakenPort(given);
  const { databaseUrl, dataDir } = given;
  const settings = given.demo ? DEMO_DATABASE : [];
  const database = await openDatabase({ databaseUrl, dataDir, logger, settings, signal, onTakenOver: onFatal });
  stops.push(database.close);
  signal?.throwIfAborted();
  const { pool } = database;
  const config = { ...given, demo: await demoMayRun(pool, given.demo, logger) };
  const { adminPassword, timeZone } = config;
  const admin = await ensureBasics(pool, { adminPassword: adminPassword ?? undefined, timeZone });
  await ensureDaysAhead(pool, Date.now());
  const { secretKey, secretKeyReset } = config;
  const secrets = await openSecrets(pool, { given: secretKey, dataDir, reset: secretKeyReset, logger });
  const files = createFileStore(config.dataDir, config.files);
  const { demo } = config;
  if (demo) {
    await seedDemo(pool, await printFleet(config.demoVehicles), config.demoPastDays);
    await seedFiles(pool, files);
  }
  signal?.throwIfAborted();

  const bus = createMemoryBus(logger);
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  stops.push(startLoopWatch(registry, logger).stop);
  const contacts = createContactLog();
  const queue = createJobQueue(database.pools.jobs, logger);
  stops.push(contacts.close, queue.close);
  const backups = await startBackups({ config, logger, database, files, queue, registry, stops });
  const mapFile = config.mapFile === null ? NO_MAP_FILE : await watchMapFile(config.mapFile, logger);
  // Only people search by name.
  const mapSearch = createMapSearch(roles.has('web') ? mapFile : NO_MAP_FILE, config.dataDir, logger);
  stops.push(mapFile.stop, mapSearch.stop);
  const places = openPlaces({ config, logger, database: pool, bus, mapFile, mapSearch, stops });
  const parts: Parts = {
    config,
    logger,
    database,
    bus,
    registry,
    contacts,
    queue,
    files,
    secrets,
    mapFile,
    mapSearch,
    places,
    backups,
    stops,
  };

  signal?.throwIfAborted();
  const gateway = roles.has('gateway') ? await startGatewayRole(parts) : null;
  if (roles.has('jobs')) {
    const { mail, publicUrl, packAfterDays } = config;
    const jobs = await startJobs({
      url: database.url,
      database: database.pools.jobs,
      bus,
      logger,
      queue,
      mail,
      publicUrl,
      files,
      places,
      jobs: [...ALL_JOBS, ...backupJobs(config)],
      packAfterDays,
    });
    stops.push(jobs.stop);
    await startAlarmRole(parts);
  }
  signal?.throwIfAborted();
  const roots = { webRoot: WEB_ROOT, basemapRoot: BASEMAP_ROOT };
  const address = roles.has('web') ? await startWebRole(parts, gateway, roots) : null;
  if (demo && gateway) {
    stops.push(startDemoBills(pool, logger).stop);
    const stateDir = path.join(config.dataDir, 'simulator');
    const { demoVehicles: vehicles, demoPastDays: pastDays } = config;
    stops.push(
      startSimulator({ vehicles, pastDays, ports: gateway.ports, host: config.gateway.host, stateDir, logger }).stop,
    );
  }
  const gatewayPorts = gateway
    ? [...gateway.ports.map((one) => described(one, false)), ...gateway.takenPorts.map((one) => described(one, true))]
    : [];
  return { address, gatewayPorts, admin };
}
