import path from 'node:path';
import type { Logger } from 'pino';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { joinProcesses } from './roles/join-processes.ts';
import { type Config, databaseUseOf } from './config.ts';
import type { OpenDatabase } from './database/open.ts';
import { startDemoBills } from './demo/demo-bills.ts';
import { printFleet, startSimulator } from './demo/simulator-process.ts';
import { createFileStore, refuseOtherFiles } from './files/file-store.ts';
import { type ListeningPort, portSetting } from './gateway/device-ports.ts';
import { createContactLog } from './gateway/contact-log.ts';
import { startLoopWatch } from './loop/loop-watch.ts';
import { createJobQueue } from './jobs/job-queue.ts';
import { startBackups } from './roles/backup-role.ts';
import { joinIngest, startGatewayRole } from './roles/gateway-role.ts';
import { startIngestRole } from './roles/ingest-role.ts';
import { createLinkMetrics } from './ingest-link/link-metrics.ts';
import { watchIngest } from './status/ingest-rates.ts';
import { NO_MAP_FILE, watchMapFile } from './map-file/map-file.ts';
import { createMapSearch } from './map-file/map-index.ts';
import { openPlaces } from './roles/open-places.ts';
import type { Lifecycle, Parts } from './roles/parts.ts';
import { openSecrets } from './auth/open-secrets.ts';
import { ensureBasics } from './auth/bootstrap.ts';
import type { Database } from './store/database.ts';
import { decideOrigin } from './store/database-origin.ts';
import { ensureDaysAhead } from './store/tracks/partitions.ts';
import { ownState } from './status/read-processes.ts';
import type { RunningServer } from './server.ts';

const ROOT = path.join(import.meta.dirname, '../..');

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

interface Options {
  config: Config;
  logger: Logger;
  database: OpenDatabase;
  lifecycle: Lifecycle;
  /** Filled with the functions that stop the started parts. */
  stops: Parts['stops'];
  signal?: AbortSignal | undefined;
}

/** Starts the parts of the process's roles over an open database: the gateway first, since devices wait for it. */
export async function startParts({
  config: given,
  logger,
  database,
  lifecycle,
  stops,
  signal,
}: Options): Promise<Omit<RunningServer, 'stop'>> {
  const { roles } = given;
  const { pool } = database;
  const config = { ...given, demo: await demoMayRun(pool, given.demo, logger) };
  const { adminPassword, timeZone } = config;
  const admin = await ensureBasics(pool, { adminPassword: adminPassword ?? undefined, timeZone });
  await ensureDaysAhead(pool, Date.now());
  const { dataDir, secretKey, secretKeyReset } = config;
  const secrets = await openSecrets(pool, { given: secretKey, dataDir, reset: secretKeyReset, logger });
  const files = createFileStore(config.dataDir, config.files);
  if (databaseUseOf(config) === 'beside' && (roles.has('web') || roles.has('jobs')))
    await refuseOtherFiles(pool, files.blobs, config.dataDir);
  const { demo } = config;
  if (demo) {
    const [{ seedDemo }, { seedFiles }] = await Promise.all([import('./demo/seed.ts'), import('./demo/seed-files.ts')]);
    await seedDemo(pool, await printFleet(config.demoVehicles), config.demoPastDays);
    await seedFiles(pool, files);
  }
  signal?.throwIfAborted();

  const { bus, asks, peers } = await joinProcesses({
    use: databaseUseOf(config),
    roles,
    database,
    secrets,
    logger,
    stops,
  });
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  stops.push(startLoopWatch(registry, logger).stop);
  const contacts = createContactLog();
  const queue = createJobQueue(database.pools.jobs, logger);
  stops.push(contacts.close, queue.close);
  const backups = await startBackups({ config, logger, database, asks, files, queue, registry, stops });
  const mapFile = config.mapFile === null ? NO_MAP_FILE : await watchMapFile(config.mapFile, logger);
  // Only people search by name.
  const mapSearch = createMapSearch(roles.has('web') ? mapFile : NO_MAP_FILE, config.dataDir, logger);
  stops.push(mapFile.stop, mapSearch.stop);
  const places = openPlaces({ config, logger, database: pool, bus, mapFile, mapSearch, stops });
  asks.answer('process', ownState);
  const parts: Parts = {
    config,
    logger,
    database,
    bus,
    asks,
    peers,
    registry,
    contacts,
    queue,
    files,
    secrets,
    mapFile,
    mapSearch,
    places,
    backups,
    lifecycle,
    stops,
  };

  signal?.throwIfAborted();
  const linkMetrics = createLinkMetrics(registry);
  const ingest = roles.has('ingest') ? await startIngestRole(parts, linkMetrics) : null;
  const isAlone = ingest !== null && ingest.shared === null;
  const remote =
    roles.has('gateway') && !isAlone ? await joinIngest(parts, linkMetrics, ingest?.shared?.receiver) : null;
  const sink = remote ?? ingest?.sink ?? null;
  const gateway = roles.has('gateway') && sink ? await startGatewayRole(parts, sink) : null;
  if (sink) {
    const rates = watchIngest(registry, undefined, ingest !== null);
    asks.answer('ingest', rates.read);
    stops.push(rates.close);
  }
  signal?.throwIfAborted();
  const roots = { webRoot: path.join(ROOT, 'web/dist'), basemapRoot: path.join(ROOT, 'city/dist') };
  const web = roles.has('web') ? await import('./roles/web-role.ts') : null;
  const health = await (
    await import('./roles/health-role.ts')
  ).startHealth(parts, gateway, remote, ingest?.shared?.ownership ?? null);
  const address = web ? await web.startWebRole(parts, health, roots) : null;
  signal?.throwIfAborted();
  // Last, so that at a stop they end first, while devices and people are still served.
  if (roles.has('jobs')) {
    const [{ startJobs }, { ALL_JOBS }, { backupJobs }, { startAlarmRole }] = await Promise.all([
      import('./jobs/jobs.ts'),
      import('./jobs/all-jobs.ts'),
      import('./jobs/backup-jobs.ts'),
      import('./roles/alarm-role.ts'),
    ]);
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
    await backups.startFirst().catch((error: unknown) => logger.warn({ error }, 'The first backup was not queued'));
    await startAlarmRole(parts);
  }
  if (demo && gateway) {
    stops.push(startDemoBills(pool, logger).stop);
    const stateDir = path.join(config.dataDir, 'simulator');
    const { demoVehicles: vehicles, demoPastDays: pastDays } = config;
    stops.push(
      startSimulator({ vehicles, pastDays, ports: gateway.ports, host: config.gateway.host, stateDir, logger }).stop,
    );
  }
  bus.publish('process-started', { roles: [...roles] });
  const gatewayPorts = gateway
    ? [...gateway.ports.map((one) => described(one, false)), ...gateway.takenPorts.map((one) => described(one, true))]
    : [];
  return { address, metricsAddress: health.metricsAddress, gatewayPorts, admin };
}
