import { createProbe } from '../database/probe.ts';
import { type DiskWatch, watchDisk } from '../disk.ts';
import type { Broker } from '@milepost/contract/json-profile-operations';
import { openMetricsPort } from '../http/metrics-port.ts';
import { createProxyWatch, type ProxyWatch, PROXY_WORDS } from '../http/proxy-watch.ts';
import { createReadiness, type Readiness } from '../http/readiness.ts';
import { createWebMetrics, type WebMetrics } from '../http/web-metrics.ts';
import type { MapFile } from '../map-file/map-file.ts';
import type { IndexState } from '../map-file/map-index.ts';
import { exportOptional } from '../status/gauges.ts';
import { createServerMetrics } from '../status/server-metrics.ts';
import type { Gateway } from '../gateway/gateway.ts';
import type { PartitionOwnership } from '../ingest/partition-owner.ts';
import type { RemoteIngest } from '../ingest-link/remote-ingest.ts';
import { PARTITIONS } from '../store/ingest/owners.ts';
import type { Parts } from './parts.ts';

/** What a process of any role reports about itself. */
export interface Health {
  disk: DiskWatch['read'];
  proxyWatch: ProxyWatch;
  readiness: () => Promise<Readiness>;
  metrics: () => Promise<string>;
  web: WebMetrics;
  /** The address of the port for metrics; null when none is configured. */
  metricsAddress: string | null;
}

/**
 * Watches disk and database, exports their metrics, and opens METRICS_PORT where it is set. `remote`: ingest in several
 * processes, for a gateway; `ownership`: of this one among them.
 */
export async function startHealth(
  parts: Parts,
  gateway: Gateway | null,
  remote: RemoteIngest | null,
  ownership: PartitionOwnership | null,
): Promise<Health> {
  const { config, logger, database, registry, contacts, stops } = parts;
  createServerMetrics(registry, database.pools);
  const diskWatch = watchDisk(config.dataDir);
  stops.push(diskWatch.close);
  const disk = diskWatch.read;
  const proxyWatch = createProxyWatch(config, logger);
  const web = createWebMetrics(registry, disk);
  const readiness = readinessOf(
    parts,
    gateway,
    remote ? watchOwners(remote, stops) : ownershipWords(ownership),
    disk,
    proxyWatch,
  );
  exportOptional(registry, {
    name: 'milepost_ready',
    help: 'Whether this process is ready as /readyz reports it: 1 or 0.',
    read: async () => ((await readiness()).ready ? 1 : 0),
  });
  exportOptional(registry, {
    name: 'milepost_unknown_devices',
    help: 'Devices that are not registered and contacted the gateway recently.',
    read: () => contacts.list().filter(({ deviceId }) => deviceId === null).length,
  });
  const metrics = () => registry.metrics();
  const { metricsPort, metricsToken: token } = config;
  const port = metricsPort
    ? await openMetricsPort({ ...metricsPort, token }, { proxyWatch, readiness, metrics }, logger)
    : null;
  if (port) stops.push(port.close);
  return { disk, proxyWatch, readiness, metrics, web, metricsAddress: port?.address ?? null };
}

/** The database counts as full for this long after it reported it; writers retry every two seconds. */
const NO_SPACE_MS = 10_000;

function readinessOf(
  { config, database, bus, mapFile, mapSearch, lifecycle, stops }: Parts,
  gateway: Gateway | null,
  ingest: (() => { state: string; isAway: boolean }) | null,
  disk: DiskWatch['read'],
  proxyWatch: ProxyWatch,
) {
  const probe = createProbe(database.url);
  let noSpaceAt = -Infinity;
  stops.push(
    probe.close,
    bus.subscribe('no-space', () => (noSpaceAt = performance.now())),
  );
  const here = config.roles.has('gateway');
  return createReadiness({
    askDatabase: probe.ask,
    gateway: () => (!here ? 'elsewhere' : gateway === null ? 'starting' : 'ready'),
    ingest,
    takenPorts: () => gateway?.takenPorts ?? [],
    disk,
    mapFile: () => (config.mapFile === null ? null : mapFileWords(mapFile, mapSearch.state())),
    broker: () => brokerWords(gateway?.broker() ?? null),
    proxy: () =>
      proxyWatch
        .found()
        .map(({ kind }) => PROXY_WORDS[kind])
        .join(' ') || null,
    stopping: () => lifecycle.stopping,
    noSpace: () => performance.now() - noSpaceAt < NO_SPACE_MS,
  });
}

/** Devices get no acknowledgement without it, but a change of owners takes a few seconds. */
const UNREACHABLE_MS = 10_000;

/** Whether a gateway without ingest reaches those who store what its devices report. */
function watchOwners(remote: RemoteIngest, stops: Parts['stops']) {
  let reachedAt = performance.now();
  const look = () => {
    const reachable = remote.reachable();
    if (reachable === PARTITIONS) reachedAt = performance.now();
    return reachable;
  };
  const timer = setInterval(look, 1000);
  timer.unref();
  stops.push(() => clearInterval(timer));
  return () => {
    const reachable = look();
    if (reachable === PARTITIONS) return { state: 'ready', isAway: false };
    return {
      state: reachable === 0 ? 'away' : `away for ${PARTITIONS - reachable} of ${PARTITIONS} partitions`,
      isAway: performance.now() - reachedAt > UNREACHABLE_MS,
    };
  };
}

/** Not a reason for being unready: others have the devices that this process does not have. */
const ownershipWords = (ownership: PartitionOwnership | null) =>
  ownership && (() => ({ state: `ready, ${ownership.count()} of ${PARTITIONS} partitions`, isAway: false }));

/** Not a reason for being unready: devices on the ports are served, and the broker retains messages meanwhile. */
function brokerWords(broker: Broker | null): string | null {
  if (!broker) return null;
  const { state, fault, refused } = broker;
  if (state !== 'connected') return fault === null ? state : `${state}: ${fault}`;
  return refused.length > 0 ? `ready, topics not allowed: ${refused.join(', ')}` : 'ready';
}

/** Not a reason for being unready: without the file there are towns, and the online map or the coastlines. */
function mapFileWords(mapFile: MapFile, index: IndexState): string {
  const fault = mapFile.fault();
  if (fault) return `not used: ${fault.message}`;
  if (index.kind === 'building') return `ready, names are being indexed: ${Math.floor(index.part * 100)}%`;
  return index.kind === 'fault' ? `ready, names cannot be indexed: ${index.reason}` : 'ready';
}
