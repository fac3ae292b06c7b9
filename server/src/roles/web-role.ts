import { createSecretBox } from '../auth/secret-box.ts';
import { loadSecretKey } from '../auth/secret-key.ts';
import { authenticate } from '../auth/sessions.ts';
import { StartError } from '../errors.ts';
import { codeOf } from '../fault.ts';
import { connectPorts, gatewayHost } from '../gateway/connect-info.ts';
import type { Gateway } from '../gateway/gateway.ts';
import { createHttpApp } from '../http/app.ts';
import type { HttpConfig } from '../http/services.ts';
import { createFleet } from '../live/fleet.ts';
import { createLiveHub } from '../live/live-hub.ts';
import { watchFirstPositions } from '../notify/first-position.ts';
import { findPlacesOrNone, placesOrNone } from '../places.ts';
import { visibleKnocks } from '../rpc/visible-knocks.ts';
import { loadAlarmsById, loadOpenAlarms } from '../store/alarms/live-alarms.ts';
import { findKnownDevices } from '../store/known-devices.ts';
import type { Parts } from './parts.ts';

/** Montevideo, where the demo drives; the whole world where there is no demo. */
const MAP_HOME = { demo: [-56.175, -34.885, 12], world: [10, 25, 1.6] } as const;

interface WebRoots {
  webRoot: string;
  basemapRoot: string;
}

/** The role `web`: the application, its calls and the live view. Returns the address that people open. */
export async function startWebRole(parts: Parts, gateway: Gateway | null, roots: WebRoots): Promise<string> {
  const { config, logger, database, bus, registry, knocks, stops } = parts;
  const { pool } = database;
  const secrets = createSecretBox(await loadSecretKey(config.secretKey, config.dataDir));
  stops.push(await watchFirstPositions({ database: pool, bus, logger }));
  const placeAt = placesOrNone();
  const host = gatewayHost(config.gateway.host, config.gateway.publicHost);
  const fleet = await createFleet(pool, bus, logger);
  stops.push(fleet.stop);
  const hub = createLiveHub({
    bus,
    logger,
    registry,
    fleet,
    placeAt,
    authenticate: (cookie) => authenticate(pool, cookie),
    alarms: {
      open: (organisationIds, most) => loadOpenAlarms(pool, placeAt, organisationIds, most),
      byId: (ids) => loadAlarmsById(pool, placeAt, ids),
    },
    knocks,
    whoKnocks: async (all) => {
      const identities = all.flatMap((knock) => knock.identity ?? []);
      const known = await findKnownDevices(pool, identities);
      return ({ scope }) => visibleKnocks(all, known, scope, undefined);
    },
  });
  const app = await createHttpApp({
    database: pool,
    bus,
    logger,
    secrets,
    config: httpConfig(parts),
    ...roots,
    knocks,
    gatewayHost: host,
    gatewayRefusals: () => gateway?.refusals.list() ?? [],
    gatewayPorts: () => connectPorts(gateway?.ports ?? [], host.host),
    readiness: shared(() => readiness(parts, gateway)),
    metrics: () => registry.metrics(),
    placeAt,
    findPlaces: findPlacesOrNone(),
  });
  app.server.on('upgrade', hub.upgrade);
  stops.push(() => app.close(), hub.stop);
  try {
    return await app.listen({ host: config.host, port: config.port });
  } catch (error) {
    throw codeOf(error) === 'EADDRINUSE'
      ? new StartError(`Port ${config.port} on ${config.host} is in use by another program. Set PORT to another.`)
      : error;
  }
}

function httpConfig({ config }: Parts): HttpConfig {
  return {
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
    privateNetworks: config.privateNetworks,
  };
}

/** Whoever asks while an answer is under way gets that one: anybody may ask, and it takes a connection. */
function shared<Answer>(ask: () => Promise<Answer>): () => Promise<Answer> {
  let asked: Promise<Answer> | null = null;
  return () => (asked ??= ask().finally(() => (asked = null)));
}

async function readiness({ config, database }: Parts, gateway: Gateway | null) {
  const databaseReady = await database.pool.query('SELECT 1').then(
    () => true,
    () => false,
  );
  const gatewayHere = config.roles.has('gateway');
  const gatewayReady = !gatewayHere || gateway !== null;
  const parts = {
    database: databaseReady ? 'ready' : 'away',
    gateway: gatewayHere ? (gatewayReady ? 'ready' : 'starting') : 'elsewhere',
  };
  return { ready: databaseReady && gatewayReady, parts };
}
