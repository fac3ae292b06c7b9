import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { followClockStep } from '../store/people/clock-steps.ts';
import { userAgentOf } from '../ask-service.ts';
import { openReadCopy } from '../database/read-copy.ts';
import { openRouter } from '../distribution/routers/open-router.ts';
import { sendSms } from '../sms/send-sms.ts';
import { mayConfirmProxy } from '../auth/caller.ts';
import { ProvedTokens } from '../auth/proved-tokens.ts';
import { authenticate } from '../auth/sessions.ts';
import { gatewayHost } from '../gateway/connect-info.ts';
import { createGateways } from '../gateway/gateways.ts';
import type { Health } from './health-role.ts';
import { cancelProposal, cancelTimes, doneOf } from '../distribution/proposals.ts';
import { cancelDryRun } from '../dry-run/one-at-a-time.ts';
import { progressOf } from '../dry-run/progress.ts';
import { createHttpApp } from '../http/app.ts';
import { createBases } from '../http/base-path.ts';
import { createClockWatch } from '../ingest/clock-watch.ts';
import type { HttpConfig, HttpServices } from '../http/services.ts';
import { createCriticalAlarms } from '../live/critical-alarms.ts';
import { createFleet } from '../live/fleet.ts';
import { findEndedSessions } from '../store/people/login-sessions.ts';
import { createLiveHub } from '../live/live-hub.ts';
import { watchFirstPositions } from '../notify/first-position.ts';
import { lookUpContacts } from '../rpc/look-up-contacts.ts';
import { loadCriticalAlarms } from '../store/alarms/critical-alarms.ts';
import { loadAlarmsById, loadOpenAlarms } from '../store/alarms/live-alarms.ts';
import { portTaken } from '../taken-port.ts';
import { watchCertificate } from '../status/certificate-watch.ts';
import { watchClock } from '../status/clock-jumps.ts';
import { exportOptional } from '../status/gauges.ts';
import { createOperationTimer } from '../status/operation-times.ts';
import { exportTimes } from '../status/server-metrics.ts';
import type { StatusSources } from '../status/read-status.ts';
import type { Parts } from './parts.ts';

/** Montevideo for the demo; the whole world otherwise. */
const MAP_HOME = { demo: [-56.175, -34.885, 12], world: [10, 25, 1.6] } as const;

/** An open vector basemap, used when it can be reached, no demo runs and no map file has the streets. */
const OPEN_STYLE = {
  light: 'https://tiles.openfreemap.org/styles/positron',
  dark: 'https://tiles.openfreemap.org/styles/dark',
};

interface WebRoots {
  webRoot: string;
  basemapRoot: string;
}

/** The role `web`: the application, its calls and the live view. Returns the address that people open. */
export async function startWebRole(parts: Parts, health: Health, roots: WebRoots): Promise<string> {
  const { config, logger, database, bus, registry, asks, queue, files, secrets, mapFile, mapSearch, places, stops } =
    parts;
  const router = config.router && openRouter(config.router, userAgentOf(config.publicUrl));
  if (router) stops.push(router.stop);
  const { pool, pools } = database;
  const { proxyWatch } = health;
  const { vital, heavy } = pools;
  const readCopy = config.databaseReadUrl === null ? null : openReadCopy(config.databaseReadUrl, vital, logger);
  if (readCopy) stops.push(readCopy.close);
  exportOptional(registry, {
    name: 'milepost_read_copy_behind_seconds',
    help: 'How far the copy of DATABASE_READ_URL is behind; absent while it cannot be read.',
    read: () => readCopy?.behindS() ?? null,
  });
  stops.push(await watchFirstPositions({ database: pool, bus, logger }));
  const gateways = createGateways({ asks, bus });
  asks.answer('dry-run', ({ userId }) => progressOf(userId));
  asks.answer('proposal', ({ userId }) => doneOf(userId));
  const cancel = { 'dry-run': cancelDryRun, proposal: cancelProposal, times: cancelTimes };
  stops.push(bus.subscribe('work-begun', ({ userId, work }) => cancel[work](userId)));
  const host = gatewayHost(config.gateway.host, config.gateway.publicHost);
  // The first sample, with which later ones are compared.
  await followClockStep(vital);
  const fleet = await createFleet(vital, bus, logger);
  const critical = await createCriticalAlarms({ read: (ids) => loadCriticalAlarms(vital, ids), bus, logger });
  stops.push(fleet.stop, critical.stop);
  const proved = new ProvedTokens();
  const hub = createLiveHub({
    proved,
    trustedProxies: config.trustedProxies,
    publicUrl: config.publicUrl,
    opened: (request, caller) => {
      if (mayConfirmProxy(caller)) proxyWatch.confirm(request);
    },
    bus,
    logger,
    registry,
    fleet,
    critical,
    places,
    authenticate: (cookie) => authenticate(vital, cookie),
    findEndedSessions: (sessionIds) => findEndedSessions(vital, sessionIds),
    alarms: {
      // Each browser has its own language, so addresses are added when they are sent.
      open: (scope, most) => loadOpenAlarms(vital, () => null, scope, most),
      byId: (ids) => loadAlarmsById(vital, () => null, ids),
    },
    contacts: gateways,
    contactsFor: (all) => lookUpContacts(vital, all),
  });
  const clockWatch = createClockWatch(bus, logger);
  const app = await createHttpApp({
    database: pool,
    vital,
    heavy,
    readCopy,
    bus,
    asks,
    logger,
    queue,
    secrets,
    config: httpConfig(parts),
    proved,
    sms: smsSender(config),
    files,
    mapFile,
    mapIndex: mapSearch.state,
    liveCalls: hub.poll,
    isLive: hub.holds,
    ...roots,
    gateways,
    gatewayHost: host,
    readiness: health.readiness,
    disk: health.disk,
    proxyWatch,
    clockWatch,
    refusedConnection: health.web.refused,
    responded: health.web.responded,
    metrics: health.metrics,
    status: statusSources(parts),
    operationTimes: exportTimes(registry, createOperationTimer()),
    places,
    router: router?.ask ?? null,
  });
  const bases = createBases(config);
  app.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    request.url = bases.enter(request);
    proxyWatch.see(request);
    hub.upgrade(request, socket, head);
  });
  stops.push(
    () => app.close(),
    hub.stop,
    async () => clockWatch.close(),
  );
  return app.listen({ host: config.host, port: config.port }).catch((error: unknown) => {
    throw portTaken(config, error);
  });
}

/** What the process knows about itself, for Administration › Server. */
function statusSources({ config, logger, database, peers, registry, backups, stops }: Parts): StatusSources {
  const clock = watchClock(logger);
  const certificate = watchCertificate(config.publicUrl);
  stops.push(clock.close, certificate.close);
  exportOptional(registry, {
    name: 'milepost_certificate_expiry_timestamp_seconds',
    help: 'End of the validity of the certificate at PUBLIC_URL; absent while it cannot be read.',
    read: () => {
      const validTo = certificate.read()?.validTo;
      return validTo ? validTo.getTime() / 1000 : null;
    },
  });
  return { roles: [...config.roles], databaseKind: database.kind, peers, clock, certificate, backups };
}

/** Sends SMS to people, through the same provider as those to devices. */
function smsSender(config: Parts['config']): HttpServices['sms'] {
  const { smsUrl } = config;
  return smsUrl === null ? null : (sms) => sendSms(smsUrl, sms, config);
}

function httpConfig({ config, mapFile }: Parts): HttpConfig {
  const hasStreets = () => config.demo || mapFile.current() !== null;
  return {
    demo: config.demo,
    profileLinks: config.profileLinks,
    mailConfigured: config.mail !== null,
    smsConfigured: config.smsUrl !== null,
    publicUrl: config.publicUrl,
    production: config.production,
    // A map file may appear or disappear while the server runs.
    get mapStyleLight() {
      return config.mapStyleLight ?? (hasStreets() ? '' : OPEN_STYLE.light);
    },
    get mapStyleDark() {
      return config.mapStyleDark ?? (hasStreets() ? '' : OPEN_STYLE.dark);
    },
    mapRasters: config.mapRasters,
    mapHome: [...(config.demo ? MAP_HOME.demo : MAP_HOME.world)],
    secureCookies: config.secureCookies,
    trustedProxies: config.trustedProxies,
    ingressProxies: config.ingressProxies,
    metricsPublic: config.metricsPublic,
    metricsToken: config.metricsToken,
    connections: config.connections,
    privateNetworks: config.privateNetworks,
  };
}
